import {
  customType,
  boolean as pgBoolean,
  doublePrecision as pgDouble,
  index as pgIndex,
  integer as pgInteger,
  json as pgJson,
  primaryKey as pgPrimaryKey,
  pgTable,
  timestamp as pgTimestamp,
} from 'drizzle-orm/pg-core';

/** A table and its constraints. */
export const table = pgTable;
export const primaryKey = pgPrimaryKey;
export const index = pgIndex;

const pgText = customType<{ data: string; driverData: string }>({
  // Ids are compared and sorted as bytes, as SQLite does, whatever language the database speaks.
  dataType: () => 'text COLLATE "C"',
  // PostgreSQL keeps every character but this one.
  toDriver: (value) => value.replaceAll('\0', '\ufffd'),
});

/** Characters of any length; NUL is kept as U+FFFD. */
export const text = (name: string) => pgText(name);

/** A whole number within ±2^31. */
export const integer = (name: string) => pgInteger(name);

/** A number with 53 bits of precision. */
export const real = (name: string) => pgDouble(name);

/** True or false. */
export const boolean = (name: string) => pgBoolean(name);

/** A JSON value whose keys keep their order, which `jsonb` would not promise. */
export const json = <Value>(name: string) => pgJson(name).$type<Value>();

/** A moment, to the millisecond. */
export const timestamp = (name: string) =>
  pgTimestamp(name, { precision: 3, withTimezone: true, mode: 'date' });
