import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/store/schema.postgres.ts', './src/store/desk-schema.postgres.ts'],
  out: './migrations/postgres',
});
