import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMAS, withClient, type DatabaseSchema } from '@svc/local-servers';
import { ROOT, runFile } from './platform';

const DEPLOY = join(ROOT, 'deploy');

const PAGES = [
  'recovery.md',
  ...readdirSync(join(DEPLOY, 'runbooks')).map((page) => join('runbooks', page)),
];

const FILLED_IN = { ID: '0', PID: '0', HOLDER: '0', TABLE: 'jobs' };

interface Statement {
  readonly context: DatabaseSchema;
  readonly sql: string;
}

/** Statements given to `psql_of` and statements quoted in the text. */
function statementsOn(page: string): Statement[] {
  const text = readFileSync(join(DEPLOY, page), 'utf8');
  const commands = [...text.matchAll(/^psql_of (\w+) (["'])(.+?)\2$/gms)].map(
    ([, context, , sql = '']) => ({ context: context as DatabaseSchema, sql }),
  );
  const quoted = [...text.matchAll(/`((?:select|insert|update|delete|analyze) [^`]+)`/g)].map(
    ([, sql = '']) => {
      const named = SCHEMAS.find((schema) => sql.includes(` ${schema}.`));
      return { context: named ?? commands[0]?.context ?? 'jobs', sql };
    },
  );
  return [...commands, ...quoted];
}

const filledIn = (sql: string): string =>
  Object.entries(FILLED_IN).reduce(
    (filled, [word, value]) => filled.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), value),
    sql,
  );

const statements = PAGES.flatMap((page) => statementsOn(page).map((each) => ({ page, ...each })));

it('finds every statement that a page tells one to run', () => {
  const begun = PAGES.flatMap((page) => {
    const text = readFileSync(join(DEPLOY, page), 'utf8');
    return text.match(/psql_of \w+ ["']|`(select|insert|update|delete|analyze) /g) ?? [];
  });

  expect(statements.length).toBeGreaterThan(0);
  expect(statements).toHaveLength(begun.length);
});

it.each(statements)('$page: $sql', async ({ context, sql }) => {
  await withClient(String(runFile().services[context]?.database_url), async (client) => {
    await client.query('begin');
    // Statements must qualify their tables, whatever the role's search path.
    await client.query('set local search_path to public');
    await client.query(filledIn(sql));
    await client.query('rollback');
  });
});
