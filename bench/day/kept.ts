/* What a program keeps, looked at from outside: its rows and its bytes, in a file or on a server. */
import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import pg from 'pg';

/** The runs of a database. */
export interface KeptRuns {
  readonly all: number;
  readonly finished: number;
  readonly reasons: ReadonlyMap<string, number>;
}

export interface Kept {
  readonly url: string;
  /** Null on a server. */
  readonly file: string | null;
  runs(): Promise<KeptRuns>;
  /** Everything that is stored, as text: bytes that were freed count too where it is a file. */
  everything(): Promise<string>;
}

const RUNS = `SELECT status, coalesce(stop_reason, 'none') AS reason, count(*) AS n FROM runs GROUP BY 1, 2`;

interface RunRow {
  readonly status: string;
  readonly reason: string;
  readonly n: number | string;
}

/** A SQLite file and its journal. */
export function keptInFile(file: string): Kept {
  return {
    url: `file:${file}`,
    file,
    async runs() {
      const database = new Database(file, { readonly: true });
      try {
        return countRuns(database.prepare(RUNS).all() as RunRow[]);
      } finally {
        database.close();
      }
    },
    everything: async () =>
      [file, `${file}-wal`]
        .filter((each) => existsSync(each))
        .map((each) => readFileSync(each, 'latin1'))
        .join('\n'),
  };
}

/** The rows of a schema on a PostgreSQL server; its pages are the server's own affair. */
export function keptOnServer({ url }: { readonly url: string }): Kept {
  const asking = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const address = new URL(url);
    const schema = address.searchParams.get('schema') ?? 'public';
    address.searchParams.delete('schema');
    const client = new pg.Client(address.href);
    await client.connect();
    try {
      await client.query(`SET search_path TO ${pg.escapeIdentifier(schema)}`);
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    url,
    file: null,
    runs: () => asking(async (client) => countRuns((await client.query<RunRow>(RUNS)).rows)),
    everything: () =>
      asking(async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
        );
        const texts: string[] = [];
        for (const { name } of rows) {
          const table = await client.query<{ row: string }>(
            `SELECT row_to_json(each)::text AS row FROM ${name} AS each`,
          );
          texts.push(...table.rows.map(({ row }) => row));
        }
        return texts.join('\n');
      }),
  };
}

function countRuns(rows: readonly RunRow[]): KeptRuns {
  const reasons = new Map<string, number>();
  for (const { reason, n } of rows) reasons.set(reason, (reasons.get(reason) ?? 0) + Number(n));
  const sum = (of: readonly RunRow[]) => of.reduce((total, { n }) => total + Number(n), 0);
  return {
    all: sum(rows),
    finished: sum(rows.filter(({ status }) => status === 'finished')),
    reasons,
  };
}
