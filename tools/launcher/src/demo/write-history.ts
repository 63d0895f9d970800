import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSchema } from '@svc/local-servers';
import { Client } from 'pg';

export interface HistoryOptions {
  readonly folder: string;
  readonly companyId: number;
  readonly timezone: string;
  /** Connects as the role of the context, which reaches nothing else. */
  databaseUrl(schema: DatabaseSchema): string;
}

/**
 * Gives the demo company's records times of the weeks before, which no API can set: runs
 * `<context>.sql` of each context in its own schema. Running it again changes the times again.
 */
export async function writeHistory(options: HistoryOptions): Promise<void> {
  const { folder } = options;
  if (!existsSync(folder)) return;
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  for (const name of scripts) {
    const schema = basename(name, '.sql') as DatabaseSchema;
    await run(schema, readFileSync(join(folder, name), 'utf8'), options);
  }
}

async function run(
  schema: DatabaseSchema,
  script: string,
  { databaseUrl, companyId, timezone }: HistoryOptions,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(schema) });
  // The query that it breaks rejects, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('demo.company', $1, true), set_config('timezone', $2, true)`,
      [String(companyId), timezone],
    );
    await client.query(script);
    await client.query('commit');
  } catch (error) {
    throw new Error(`History of ${schema}: ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end();
  }
}
