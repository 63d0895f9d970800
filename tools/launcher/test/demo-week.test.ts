import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTimestamp } from '@svc/kernel';
import { openDataFolder, type DataFolder } from '../src/data-folder';
import { playWeek } from '../src/demo/play-week';
import { placeAround, readDemoManifest, readWeek, type DemoManifest } from '../src/demo/week';
import { NO_WEEK } from './no-week';

const DEMO = join(__dirname, '../../../deploy/demo');
const manifest = readDemoManifest(join(DEMO, 'company.yaml'));
const week = readWeek(join(DEMO, 'week.yaml'));

/** Noon in Chicago in a week with a clock change. */
const DAYS = ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2027-03-${day}`);
const dayOfWeek = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
const dateIn = (time: string | undefined): string => String(time).slice(0, 10);

interface Placed {
  readonly technicians: readonly {
    readonly ref: string;
    readonly schedule: readonly {
      readonly day_of_week: number;
      readonly start_time: string;
      readonly end_time: string;
    }[];
  }[];
  readonly jobs: readonly {
    readonly ref: string;
    readonly technician?: string;
    readonly job_status: string;
    readonly scheduled_start?: string;
    readonly scheduled_end?: string;
  }[];
  readonly assets: readonly {
    readonly meters: readonly {
      readonly ref: string;
      readonly threshold: number;
      readonly readings: readonly { reading_value: number; reading_date: string }[];
    }[];
  }[];
}
const companyAt = (time: string): Placed =>
  placeAround(new Date(time), manifest, week) as unknown as Placed;
const companyOn = (date: string): Placed => companyAt(`${date}T18:00:00Z`);

describe.each(DAYS)('the demo company that is first started on %s', (today) => {
  const { technicians, jobs, assets } = companyOn(today);
  const ofTheWeek = jobs.filter(({ ref }) => ref in week.jobs);

  it('has the jobs of its week within the working hours of who has them', () => {
    const outside = ofTheWeek.filter(({ technician, scheduled_start, scheduled_end }) => {
      if (!technician) return false;
      const { schedule = [] } = technicians.find(({ ref }) => ref === technician) ?? {};
      const day = schedule.find((each) => each.day_of_week === dayOfWeek(dateIn(scheduled_start)));
      const [, start = ''] = String(scheduled_start).split('T');
      const [, end = ''] = String(scheduled_end).split('T');
      return !day || start < day.start_time || end > day.end_time || start >= end;
    });

    expect(ofTheWeek).toHaveLength(Object.keys(week.jobs).length);
    expect(outside).toEqual([]);
  });

  it('has work today, work behind it, and work to come', () => {
    const dates = ofTheWeek.map(({ scheduled_start }) => dateIn(scheduled_start));
    const done = ofTheWeek.filter(({ job_status }) =>
      ['In Progress', 'Completed', 'Invoiced'].includes(job_status),
    );

    expect(dates.filter((date) => date === today).length).toBeGreaterThanOrEqual(4);
    expect(done.length).toBeGreaterThan(20);
    expect(done.filter(({ scheduled_start }) => dateIn(scheduled_start) > today)).toEqual([]);
    expect(dates.filter((date) => date > today).length).toBeGreaterThan(15);
    expect(ofTheWeek.filter(({ technician }) => !technician).length).toBeGreaterThan(5);
  });

  it('has nobody at two jobs at once, and none that are done or in progress before their time', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(Date.parse(`${today}T06:00:00Z`) + hour * 3_600_000);
      const present = formatTimestamp(now, 'America/Chicago');
      const { jobs } = companyAt(now.toISOString());
      const running = jobs.filter(({ job_status: status }) => status === 'In Progress');
      const begun = jobs.filter(({ job_status: status }) =>
        ['In Progress', 'Completed', 'Invoiced', 'Paid', 'Closed'].includes(status),
      );

      expect(new Set(running.map(({ technician }) => technician)).size).toBe(running.length);
      expect(running.length).toBeGreaterThan(0);
      expect(begun.filter((job) => String(job.scheduled_start) > present)).toEqual([]);
    }
  });

  it('has readings of each of the last eight weeks, none of which reaches a threshold', () => {
    const meters = assets
      .flatMap((asset) => asset.meters)
      .filter(({ ref }) => ref in week.readings);

    expect(meters).toHaveLength(Object.keys(week.readings).length);
    for (const { readings, threshold } of meters) {
      const recent = readings.slice(-8);
      expect(recent.at(-1)?.reading_date).toBe(today);
      expect(Date.parse(today) - Date.parse(String(recent[0]?.reading_date))).toBe(49 * 86_400_000);
      const values = readings.map(({ reading_value }) => reading_value);
      expect(values).toEqual([...values].sort((one, other) => one - other));
      expect(Math.max(...values)).toBeLessThan(threshold);
    }
  });
});

it('names records of the manifest only', () => {
  const refs = new Set((manifest.jobs ?? []).map(({ ref }) => ref));
  const named = [
    ...Object.keys(week.jobs),
    ...[...week.invoices, ...week.changes].map(({ job }) => job),
    ...week.service_requests.flatMap(({ job }) => job ?? []),
  ];

  expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
});

it('leaves every job in the status that the manifest gives it, so that it can be applied again', () => {
  const last = new Map(
    week.changes.flatMap(({ job, set }) => ('job_status' in set ? [[job, set.job_status]] : [])),
  );
  const { jobs } = companyOn('2027-03-03');
  const statuses = jobs
    .filter(({ ref }) => last.has(ref))
    .map((each) => [each.ref, each.job_status]);

  expect(new Map(statuses as [string, string][])).toEqual(last);
});

describe('the steps of the week', () => {
  let dir: string;
  let folder: DataFolder;
  let server: Server;
  let asked: string[];
  let refuse: (request: IncomingMessage) => boolean;
  let reported: string[];

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'demo-week-'));
    folder = openDataFolder(dir);
    asked = [];
    reported = [];
    refuse = () => false;
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const status = refuse(request) ? 500 : 201;
      request.resume().once('end', () =>
        response.writeHead(status).end(
          JSON.stringify({
            message: 'Out of order.',
            data: { invoice_id: 5, key: 'svc_live_x' },
          }),
        ),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(dir, { recursive: true, force: true });
  });

  const small: DemoManifest = {
    company: { slug: 'demo' },
    users: [{ role: 'owner', email: 'owner@demo.example', password: 'x' }],
  };
  const run = () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return playWeek({
      readManifest: () => small,
      week: {
        ...NO_WEEK,
        endpoints: [{ path: '/a', events: ['invoice.paid'], answers: [200] }],
        invoices: [{ job: 'one', total_cents: 100, payments: [60] }],
        changes: [{ by: 'app', job: 'one', set: { job_status: 'On Hold' } }],
      },
      folder,
      gateway: url,
      admin: { url, token: 'x' },
      receiver: 'https://127.83.0.1:1',
      databaseUrl: () => 'postgres://127.0.0.1:1/nowhere',
      history: join(dir, 'no-history'),
      report: (line) => reported.push(line),
      signal: new AbortController().signal,
    });
  };

  it('go on at the next start where one was refused, and are not repeated', async () => {
    folder.write('demo-week.json', {
      companyId: 1,
      ids: { jobs: { one: 7 }, customers: {} },
      done: 0,
    });
    refuse = ({ url }) => url === '/dashboard/api/api-keys';

    await run();
    expect(reported).toEqual(["The demo company's week is incomplete: Out of order."]);
    refuse = () => false;
    await run();
    await run();

    expect(asked).toEqual([
      'POST /companies/demo/webhooks/endpoints',
      'POST /companies/demo/jobs/jobs/7/invoices',
      'POST /companies/demo/jobs/invoices/5/payments',
      'POST /dashboard/api/session',
      'POST /dashboard/api/api-keys',
      'POST /dashboard/api/session',
      'POST /dashboard/api/api-keys',
      'PATCH /api/v1/jobs?id=7',
      'GET /companies/demo/webhooks/deliveries?status=pending&per_page=1',
    ]);
    expect(reported).toHaveLength(1);
  });

  it('are none where no demo company was applied', async () => {
    await run();

    expect([asked, reported]).toEqual([[], []]);
  });
});
