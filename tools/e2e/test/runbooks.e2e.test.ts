import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '@svc/local-servers';
import { ROOT, runFile } from './platform';

const DEPLOY = join(ROOT, 'deploy');

const PAGES = [
  'recovery.md',
  ...readdirSync(join(DEPLOY, 'runbooks')).map((page) => join('runbooks', page)),
];

/** What a person puts in place of each word in capitals. */
const FILLED_IN = { ID: '0', PID: '0', HOLDER: '0', TABLE: 'jobs' };

/** The statements of a page: what its commands give to `psql_of`, and what its text quotes. */
function statementsOn(page: string): string[] {
  const text = readFileSync(join(DEPLOY, page), 'utf8');
  const commands = [...text.matchAll(/^psql_of \w+ (["'])(.+?)\1$/gms)].map(
    ([, , sql = '']) => sql,
  );
  const quoted = [...text.matchAll(/`((?:select|insert|update|delete|analyze) [^`]+)`/g)].map(
    ([, sql = '']) => sql,
  );
  return [...commands, ...quoted];
}

const filledIn = (sql: string): string =>
  Object.entries(FILLED_IN).reduce(
    (filled, [word, value]) => filled.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), value),
    sql,
  );

const statements = PAGES.flatMap((page) => statementsOn(page).map((sql) => ({ page, sql })));

it('finds every statement that a page tells one to run', () => {
  const begun = PAGES.flatMap((page) => {
    const text = readFileSync(join(DEPLOY, page), 'utf8');
    return text.match(/psql_of \w+ ["']|`(select|insert|update|delete|analyze) /g) ?? [];
  });

  expect(statements.length).toBeGreaterThan(0);
  expect(statements).toHaveLength(begun.length);
});

it.each(statements)('$page: $sql', async ({ sql }) => {
  await withClient(runFile().postgres.url, async (client) => {
    await client.query('begin');
    // As the administrator's session is: without the tables of a context that a statement does not name.
    await client.query('set local search_path to public');
    await client.query(filledIn(sql));
    await client.query('rollback');
  });
});
