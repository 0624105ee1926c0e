import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/store/schema.sqlite.ts', './src/store/desk-schema.sqlite.ts'],
  out: './migrations/sqlite',
});
