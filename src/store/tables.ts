import * as deskTables from './desk-schema.sqlite.ts';
import * as coreTables from './schema.sqlite.ts';

/** Every table by its name. The types are SQLite's; rows of the other dialect infer to the same ones. */
export type Tables = typeof coreTables & typeof deskTables;

/** The SQLite tables. */
export const tables: Tables = { ...coreTables, ...deskTables };
