import * as deskTables from './desk-schema.postgres.ts';
import * as coreTables from './schema.postgres.ts';
import type { Tables } from './tables.ts';

/** The PostgreSQL tables. */
export const postgresTables: Tables = { ...coreTables, ...deskTables };
