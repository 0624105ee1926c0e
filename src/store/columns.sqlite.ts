import {
  index as sqliteIndex,
  integer as sqliteInteger,
  primaryKey as sqlitePrimaryKey,
  real as sqliteReal,
  sqliteTable,
  text as sqliteText,
} from 'drizzle-orm/sqlite-core';

/** A table and its constraints. */
export const table = sqliteTable;
export const primaryKey = sqlitePrimaryKey;
export const index = sqliteIndex;

/** Characters of any length. */
export const text = (name: string) => sqliteText(name);

/** A whole number within ±2^31. */
export const integer = (name: string) => sqliteInteger(name);

/** A number with 53 bits of precision. */
export const real = (name: string) => sqliteReal(name);

/** True or false. */
export const boolean = (name: string) => sqliteInteger(name, { mode: 'boolean' });

/** A JSON value whose keys keep their order. */
export const json = <Value>(name: string) => sqliteText(name, { mode: 'json' }).$type<Value>();

/** A moment, to the millisecond. */
export const timestamp = (name: string) => sqliteInteger(name, { mode: 'timestamp_ms' });
