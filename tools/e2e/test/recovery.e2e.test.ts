import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEMAS, withClient } from '@svc/local-servers';
import { certifyReceiver, eventually } from '@svc/testing';
import { announced } from './announced';
import { errorsIn, publish, release, startServers, type Servers } from './own-platform';
import { fsm, fsmHere, givenCompany, givenJob, integrator, ROOT } from './platform';
import { startReceiver, subscribe } from './receiver';

const SLUG = 'restored';

let dir: string;
const leave: (() => Promise<void>)[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'fsm-recovery-'));
  process.env['E2E_DATA_DIR'] = dir;
  process.env['E2E_USED_FILE'] = join(dir, 'used.jsonl');
  await certifyReceiver(dir);
});
afterAll(async () => {
  for (const each of leave.toReversed()) await each();
  process.stderr.write(errorsIn(join(dir, 'logs/platform')).join('\n'));
  rmSync(dir, { recursive: true, force: true });
});

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (servers: Servers, sql: string): Promise<Row[]> =>
  withClient(servers.postgresUrl, async (db) => (await db.query<Row>(sql)).rows);

/** Archives each full WAL segment, like a cluster's own tools. */
async function archiveTo(servers: Servers, archive: string): Promise<void> {
  mkdirSync(archive);
  // PostgreSQL may run as another user.
  for (const folder of [dir, archive]) chmodSync(folder, 0o777);
  await rowsOf(servers, 'alter system set archive_mode = on');
  await rowsOf(servers, `alter system set archive_command = 'cp %p ${archive}/%f'`);
  await servers.postgres.stop();
  await servers.postgres.start();
}

/** PostgreSQL, which may run as another user, can remove the file. */
function writeInto(data: string, file: string, text: string): void {
  const { uid, gid } = statSync(data);
  writeFileSync(join(data, file), text);
  chownSync(join(data, file), uid, gid);
}

const backUp = (servers: Servers, backup: string): Promise<void> =>
  withClient(servers.postgresUrl, async (db) => {
    await db.query(`select pg_backup_start('rehearsal', true)`);
    execFileSync('cp', ['-a', join(servers.postgresDir, 'data'), backup]);
    const { rows } = await db.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop()',
    );
    writeInto(backup, 'backup_label', rows[0]?.labelfile ?? '');
    rmSync(join(backup, 'postmaster.pid'));
    rmSync(join(backup, 'pg_wal'), { recursive: true });
    execFileSync('cp', ['-a', join(servers.postgresDir, 'data/pg_wal'), join(backup, 'pg_wal')]);
  });

async function archiveAllSoFar(servers: Servers): Promise<void> {
  const [row] = await rowsOf(servers, 'select pg_walfile_name(pg_switch_wal()) as name');
  await eventually(
    async () => {
      const [archiver] = await rowsOf(servers, 'select last_archived_wal from pg_stat_archiver');
      expect(String(archiver?.['last_archived_wal']) >= String(row?.['name'])).toBe(true);
    },
    { within: 30_000 },
  );
}

interface Restore {
  readonly archive: string;
  readonly backup: string;
  readonly to: string;
}

/** Loses the disk and restores the database to a point in time. */
async function loseAndRestore(servers: Servers, { archive, backup, to }: Restore): Promise<void> {
  const data = join(servers.postgresDir, 'data');
  process.kill(servers.postgres.pid(), 'SIGKILL');
  await servers.postgres.stop();
  rmSync(data, { recursive: true });
  execFileSync('cp', ['-a', backup, data]);
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${to}'`,
      `recovery_target_action = 'promote'`,
      '',
    ].join('\n'),
  );
  writeInto(data, 'recovery.signal', '');
  await servers.postgres.start();
}

it('a lost disk: databases come back as they were, and events and receivers in step with them', async () => {
  const servers = await startServers(dir);
  leave.push(servers.stop);
  const [archive, backup] = [join(dir, 'archive'), join(dir, 'backup')];
  await archiveTo(servers, archive);
  const platform = await release(servers, ROOT, 'platform');
  leave.push(() => platform.stop(...SCHEMAS));
  await platform.start(...SCHEMAS);
  publish(servers, platform);
  const receiver = await startReceiver();
  leave.push(receiver.close);

  const { api, ids, key } = await givenCompany(SLUG);
  const other = await fsmHere<{ id: number; key: string }>(
    ...['key', 'create', '--company', SLUG, '--name', 'Other', '--scope', 'jobs:read'],
  );
  const [bakery, shop] = [ids.customers['bakery'], ids.customer_locations['shop']];
  const rename = (location_name: string) =>
    api.put(`customers?id=${bakery}&locations=1&location_id=${shop}`, { location_name });
  const move = (job: number, job_status: string) => api.patch(`jobs?id=${job}`, { job_status });
  for (const event of ['job.created', 'job.status_changed']) {
    await subscribe(api, receiver.urlOf(`/${event}`), event);
  }
  const told = (event: string) =>
    receiver.at(`/${event}`).map(({ eventId, body }) => {
      const { data } = JSON.parse(body) as {
        data: { object: { job_id: number }; version: number };
      };
      return { eventId, version: data.version, job: data.object.job_id };
    });
  const jobsTold = (event: string) => told(event).map(({ job }) => job);
  const within = { within: 60_000 };

  const first = await givenJob(api, shop, 'In the base backup');
  await backUp(servers, backup);
  const kept = await givenJob(api, shop, 'In the archive');
  expect((await move(kept, 'Assigned')).status).toBe(200);
  expect((await rename('Kept name')).status).toBe(200);
  await eventually(() => expect(jobsTold('job.status_changed')).toEqual([kept]), within);
  // The event is recorded, but not announced before the point.
  await servers.nats.stop();
  const waiting = await givenJob(api, shop, 'Announced after the point');
  const [point] = await rowsOf(servers, 'select clock_timestamp()::text as now');
  await servers.nats.start();

  // Receivers know of these changes, which the disk loses.
  const lost = await givenJob(api, shop, 'Lost');
  await move(kept, 'In Progress');
  await rename('Lost name');
  const operatorsActs = () => announced(ids.company_id, 'fsm.gateway.operator.acted');
  const before = (await operatorsActs()).length;
  await fsmHere('key', 'revoke', String(other.id));
  await eventually(
    async () => expect((await operatorsActs()).length).toBeGreaterThan(before),
    within,
  );
  await eventually(() => {
    expect(jobsTold('job.created')).toEqual(expect.arrayContaining([waiting, lost]));
    expect(jobsTold('job.status_changed')).toEqual([kept, kept]);
  }, within);
  await eventually(
    async () => expect((await integrator(other.key).get('jobs')).status).toBe(401),
    within,
  );
  await archiveAllSoFar(servers);

  await platform.stop(...SCHEMAS);
  await loseAndRestore(servers, { archive, backup, to: String(point?.['now']) });
  const lostFile = join(dir, 'lost.jsonl');
  const recovered = await fsm<Row[]>('recover', '--lost', lostFile);
  const of = (context: string) => recovered.find((each) => each['context'] === context);
  expect(of('jobs')).toEqual({
    context: 'jobs',
    lost_events: 2,
    announced_already: 1,
    raised_records: 1,
  });
  expect(of('customers')).toMatchObject({ lost_events: 1, raised_records: 1 });
  expect(of('gateway')).toMatchObject({ lost_events: 2 });
  const lines = readFileSync(lostFile, 'utf8').trim().split('\n');
  const named = lines.map((line) => JSON.parse(line) as { type: string; recordId: number });
  expect(named).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'job.created', recordId: lost }),
      expect.objectContaining({ type: 'key.revoked', recordId: other.id }),
    ]),
  );
  const again = await fsm<Row[]>('recover');
  expect(again.map((each) => each['lost_events'])).toEqual(
    again.map(({ context }) => (context === 'gateway' ? 1 : 0)),
  );
  await platform.start(...SCHEMAS);
  await fsm('projections', 'rebuild');

  const api2 = integrator(key);
  const statusOf = async (job: number) => {
    const { status, body } = await api2.get(`jobs?id=${job}`);
    const data = (body['data'] ?? {}) as Row;
    return [status, data['job_status'], data['customer_location_name']];
  };
  expect(await statusOf(first)).toEqual([200, 'Pending', 'Kept name']);
  expect(await statusOf(kept)).toEqual([200, 'Assigned', 'Kept name']);
  expect(await statusOf(waiting)).toEqual([200, 'Pending', 'Kept name']);
  expect(await statusOf(lost)).toEqual([404, undefined, undefined]);
  expect((await integrator(other.key).get('jobs')).status).toBe(401);

  // Ids and versions that receivers have seen are not reused.
  const fresh = await givenJob(api2, shop, 'After the restore');
  expect(fresh).toBeGreaterThan(lost);
  expect((await move(kept, 'On Hold')).status).toBe(200);
  expect((await rename('New name')).status).toBe(200);
  await eventually(async () => {
    expect(jobsTold('job.created')).toContain(fresh);
    const versions = told('job.status_changed').map(({ version }) => version);
    expect(versions.at(-1)).toBeGreaterThan(Math.max(...versions.slice(0, -1)));
    expect(await statusOf(fresh)).toEqual([200, 'Pending', 'New name']);
  }, within);

  // The stream has each event once, and repeats keep their id.
  const created = await announced(ids.company_id, 'fsm.jobs.job.created');
  expect(created.map(({ subject }) => Number(subject))).toEqual([first, kept, waiting, fresh]);
  const eventsOf = (job: number) =>
    new Set(
      told('job.created')
        .filter((each) => each.job === job)
        .map(({ eventId }) => eventId),
    ).size;
  expect([first, kept, waiting, lost, fresh].map(eventsOf)).toEqual([1, 1, 1, 1, 1]);
  expect(errorsIn(join(dir, 'logs/platform'))).toEqual([]);
}, 400_000);
