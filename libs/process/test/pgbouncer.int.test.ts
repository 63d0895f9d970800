import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPgBouncer, startPgBouncer, createTestDatabase, claimTestNats } from '@svc/testing';
import { buildFixture, endFixtures, get, givenFixture, soon } from './given';

const folder = mkdtempSync(join(tmpdir(), 'process-test-'));
const program = join(folder, 'main.js');
const NATS_URL = claimTestNats().url;
const closing: (() => Promise<void>)[] = [];

beforeAll(() => buildFixture(program));

afterEach(async () => {
  await endFixtures();
  for (const close of closing.splice(0).toReversed()) await close();
});

afterAll(() => rmSync(folder, { recursive: true }));

async function givenDatabase() {
  const pgBouncer = await findPgBouncer();
  if (!pgBouncer) {
    process.stderr.write('skipped: there is no PgBouncer 1.21 or newer (PGBOUNCER_BIN)\n');
    return undefined;
  }
  const { url, close } = await createTestDatabase({ context: 'jobs', migrations: [] });
  closing.push(close);
  const { urlOf, stop } = await startPgBouncer(pgBouncer, url);
  closing.push(stop);
  return { direct: url, pooled: urlOf(url) };
}

describe('a process behind PgBouncer in transaction mode', () => {
  it('migrates past it and works through it, each session with the role’s limits', async () => {
    const database = await givenDatabase();
    if (!database) return;
    const fixture = await givenFixture({
      program,
      env: {
        NATS_URL,
        DATABASE_URL: database.pooled,
        JOBS_DIRECT_DATABASE_URL: database.direct,
      },
    });
    await soon(async () => {
      expect(await get(`${fixture.probes}/readyz`)).toMatchObject({ status: 200 });
    });

    // More statements at once than PgBouncer has connections, so that sessions change.
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => get(`${fixture.url}/session`)),
    );

    const session = { statement: '4500ms', lock: '4500ms', transaction: '5s', zone: 'UTC' };
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual(session);
    }
  });

  it('ends with one line where it is not told the way past it', async () => {
    const database = await givenDatabase();
    if (!database) return;
    const fixture = await givenFixture({
      program,
      env: { NATS_URL, DATABASE_URL: database.pooled },
    });

    expect(await fixture.exited).toBe(1);
    expect(fixture.stderrText()).toMatch(
      /^fixture: Database: unsupported startup parameter.*statement_timeout.*DIRECT_DATABASE_URL.*\n$/,
    );
  });
});
