import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, claimTestNats, type TestDatabase } from '@svc/testing';
import { between, buildFixture, endFixtures, get, givenFixture, soon } from './given';

// In its own file, because it takes 30 s and runs beside the others.

const folder = mkdtempSync(join(tmpdir(), 'process-test-'));
const program = join(folder, 'main.js');
const { url: NATS_URL } = claimTestNats();
let database: TestDatabase;

beforeAll(async () => {
  buildFixture(program);
  database = await createTestDatabase({ context: 'jobs', migrations: [] });
});

afterAll(async () => {
  await endFixtures();
  await database.close();
  rmSync(folder, { recursive: true });
});

it('ends although a request does not, thirty seconds after it has drained', async () => {
  const env = { NATS_URL, DATABASE_URL: database.url, DRAIN_SECONDS: '1' };
  const fixture = await givenFixture({ program, env });
  await soon(async () => {
    expect(await get(`${fixture.probes}/readyz`)).toMatchObject({ status: 200 });
  });
  const answer = get(`${fixture.url}/endless`).catch(() => 'cut off');
  await soon(() => expect(fixture.lines.map(({ msg }) => msg)).toContain('endless request began'));

  fixture.child.kill('SIGTERM');

  expect(await fixture.exited).toBe(1);
  expect(await answer).toBe('cut off');
  const waited = between(fixture, 'stopping', 'not stopped in time, exiting now');
  // Timers and log times use different clocks.
  expect(waited).toBeGreaterThanOrEqual(30_990);
  expect(waited).toBeLessThan(34_000);
});
