/**
 * Writes a value as JSON that parses back to exactly the same value. Throws a `TypeError` that names
 * the place of whatever JSON would drop or change: undefined, NaN, -0, functions, dates, class instances.
 */
export function toExactJson(value: unknown): string {
  assertExact(value, 'value', []);
  return JSON.stringify(value);
}

function assertExact(value: unknown, path: string, parents: readonly unknown[]): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (Number.isFinite(value) && !Object.is(value, -0)) return;
    refuse(path, Object.is(value, -0) ? '-0' : String(value));
  }
  if (typeof value !== 'object') refuse(path, typeof value);
  if (parents.includes(value)) refuse(path, 'a cycle');
  if (Array.isArray(value)) assertExactArray(value, path, [...parents, value]);
  else assertExactObject(value, path, [...parents, value]);
}

function assertExactArray(value: readonly unknown[], path: string, parents: readonly unknown[]) {
  if (Reflect.ownKeys(value).length !== value.length + 1)
    refuse(path, 'an array with gaps or names');
  value.forEach((item, at) => {
    assertExact(item, `${path}[${at}]`, parents);
  });
}

function assertExactObject(value: object, path: string, parents: readonly unknown[]) {
  if (Object.getPrototypeOf(value) !== Object.prototype) refuse(path, 'not a plain object');
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (typeof key === 'symbol' || !property?.enumerable || !('value' in property)) {
      refuse(`${path}.${String(key)}`, 'not a plain property');
    }
    assertExact(property.value, `${path}.${key}`, parents);
  }
}

function refuse(path: string, found: string): never {
  throw new TypeError(`${path} cannot be kept as JSON: ${found}`);
}
