import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { callDashboardAs, givenPeople } from '../browser/people';
import { givenCompany, givenJob, noteUsed, ROOT, runFile } from './platform';
import { startReceiver, type Receiver } from './receiver';

const run = promisify(execFile);
const PAGE = join(ROOT, '.github/docs/integrators.md');
const DOCUMENTED_RECEIVER = 'https://erp.example.com/hooks';
const PATH = '/documented';
const SLUG = 'documented-examples';

const [owner] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** Each command of the page's shell blocks; an indented line belongs to the one before it. */
const commands = (): string[] =>
  [...readFileSync(PAGE, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.trim().split(/\n(?! )/),
  );

interface Response {
  readonly id?: unknown;
  readonly secret?: unknown;
  readonly success: boolean;
  readonly data?: unknown;
}

it('the examples for integrators run as they are, one after the other', async () => {
  const { api, ids, key } = await givenCompany(SLUG);
  const ask = await callDashboardAs(owner);
  const [technician] = Object.values(ids.technicians);
  const link = await ask('POST', `technicians/${technician}/calendar-link`);
  const [, calendarSecret = ''] = /([\w-]{43})\.ics$/.exec(String(link['url'])) ?? [];
  noteUsed({ secret: calendarSecret });
  const given = { URL: runFile().gateway, KEY: key, SECRET: calendarSecret };
  const variables: Record<string, string> = { ...given };
  const pulled: unknown[] = [];
  let last: Response = { success: false };

  for (const command of commands()) {
    const [, name, value] = /^(\w+)=(\S*)/.exec(command) ?? [];
    if (name !== undefined) {
      // `HOOK=…` stands for the id of the response before it.
      variables[name] = value === '…' ? String(last.id) : String(value);
      continue;
    }
    const isPull = command.includes('wait=');
    // Otherwise the read would wait for an event.
    if (isPull) await givenJob(api, ids.customer_locations['shop'], 'The cooler is warm');
    const text = command.replace(DOCUMENTED_RECEIVER, receiver.urlOf(PATH));
    const env = { ...process.env, ...variables };
    const { stdout } = await run('bash', ['-c', text.replaceAll('curl ', 'curl -s ')], { env });
    if (command.includes('.ics')) {
      expect(stdout).toMatch(/^BEGIN:VCALENDAR/);
      continue;
    }
    last = JSON.parse(stdout) as Response;
    noteUsed({ secret: last.secret });
    // `# 400: page_size` says what is refused.
    const [, refused] = /# 400: (\w+)$/.exec(command) ?? [];
    expect({ command, success: last.success }).toEqual({ command, success: !refused });
    if (refused) expect(last).toMatchObject({ errors: [{ field: refused }] });
    if (isPull) pulled.push(last.data);
  }

  expect(pulled).toMatchObject([[{ type: 'job.created' }]]);
  const [ping] = await eventually(() => {
    expect(receiver.at(PATH)).not.toHaveLength(0);
    return receiver.at(PATH);
  });
  expect(ping?.headers).toMatchObject({
    'authorization': 'Basic ZXJwOnNlc2FtZQ==',
    'x-svc-event-type': 'ping',
  });
});
