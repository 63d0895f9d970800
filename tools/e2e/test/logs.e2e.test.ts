import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, findMetricProblems } from '@svc/testing';
import { Client } from 'pg';
import { findLeaks } from '../leaks';
import {
  applyManifest,
  dataDir,
  givenCompany,
  integrator,
  noteUsed,
  runFile,
  type Answer,
  type Api,
} from './platform';

type Line = Readonly<Record<string, unknown>>;

const linesOf = (process: string): Line[] =>
  readFileSync(join(dataDir(), 'logs', `${process}.log`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

async function lineOf(process: string, { body }: Answer): Promise<Line | undefined> {
  const requestId = body['request_id'];
  const lines = () => linesOf(process).filter(({ request_id: id }) => id === requestId);
  await eventually(() => expect([process, lines()]).toEqual([process, [expect.anything()]]));
  return lines()[0];
}

const hasLine = async (process: string, expected: Line): Promise<void> =>
  eventually(() => expect(linesOf(process)).toContainEqual(expect.objectContaining(expected)), {
    within: 30_000,
  });

async function sql(text: string, values: readonly unknown[] = []): Promise<void> {
  const client = new Client(runFile().postgres.url);
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

/** Makes each new row of a company fail, as a faulty schema change would. */
const givenFault = (table: string, column: string, companyId: number): Promise<void> =>
  sql(`create function ${table}_fault() returns trigger language plpgsql as
       $$ begin perform new.${column}::integer; return new; end $$;
       create trigger fault before insert or update on ${table}
       for each row when (new.company_id = ${companyId}) execute function ${table}_fault();`);

const mendFault = (table: string): Promise<void> =>
  sql(`drop trigger fault on ${table}; drop function ${table}_fault();`);

const aCustomer = (email: string): Record<string, unknown> => ({
  customer_name: 'Margarethe Oberholzer',
  customer_email: email,
  customer_phone: '+12125550177',
  default_sla_hours: 24,
  location: {
    location_name: 'Oberholzer residence',
    address_street: '48 Juniper Lane',
    address_city: 'Poughkeepsie',
    address_state: 'NY',
    address_zip: '12601',
  },
});

const NOT_AN_INTEGER = '22P02';

describe('the logs', () => {
  let api: Api;
  let key: string;
  let companyId: number;

  beforeAll(async () => {
    const given = await givenCompany('logs');
    ({ api, key } = given);
    companyId = given.ids.company_id;
  });

  it('tell of a statement that failed by its code and its name', async () => {
    await givenFault('customers.customers', 'customer_email', companyId);

    const answer = await api.post('customers', aCustomer('margarethe@oberholzer.example'));

    await mendFault('customers.customers');
    expect(answer.status).toBe(500);
    const facts = {
      level: 'error',
      company_id: companyId,
      method: 'POST',
      address: '/api/v1/customers',
      operation: 'createCustomer',
      status: 500,
      error: 'internal_error',
    };
    expect(await lineOf('gateway', answer)).toMatchObject(facts);
    expect(await lineOf('customers', answer)).toMatchObject({
      ...facts,
      err: { code: NOT_AN_INTEGER, stack: expect.stringContaining('    at ') },
    });
  });

  it('tell of an event that failed, and goes on later', async () => {
    await givenFault('jobs.location_names', 'location_name', companyId);

    const { status } = await api.post('customers', aCustomer('later@oberholzer.example'));

    expect(status).toBe(201);
    await hasLine('jobs', { msg: 'could not process an event', consumer: 'jobs-location-names' });
    await mendFault('jobs.location_names');
    const failed = linesOf('jobs').find(({ msg }) => msg === 'could not process an event');
    expect(failed).toMatchObject({ level: 'warn', err: { code: NOT_AN_INTEGER } });
  });

  it('tell of an event that nobody can read', async () => {
    const envelope = { ...aCustomer('letter@oberholzer.example'), is: 'no event' };
    noteUsed(envelope);

    await sql(
      `insert into webhooks.outbox (event_id, company_id, type, envelope)
       values ('evt_unreadable', $1, 'webhook.endpoint_off', $2)`,
      [companyId, JSON.stringify(envelope)],
    );

    await hasLine('dashboard', { level: 'error', msg: 'event became a dead letter' });
  });

  it.each<readonly [string, (api: Api) => Promise<Answer>, Line]>([
    [
      'a value that is none',
      (by) => by.get('customers?page=margarethe&search=Oberholzer'),
      { operation: 'listCustomers', status: 400, address: '/api/v1/customers?page&search' },
    ],
    ['a record that is not there', (by) => by.get('customers?id=999999999'), { status: 404 }],
    [
      'a customer who is there already',
      async (by) => {
        await by.post('customers', aCustomer('twice@oberholzer.example'));
        return by.post('customers', aCustomer('Twice@oberholzer.example'));
      },
      { operation: 'createCustomer', status: 409, error: 'customer_duplicate_contact' },
    ],
  ])('find what a service refused: %s', async (_, ask, expected) => {
    const answer = await ask(api);

    const facts = { level: 'info', company_id: companyId, ...expected };
    expect(await lineOf('gateway', answer)).toMatchObject(facts);
    expect(await lineOf('customers', answer)).toMatchObject(facts);
  });

  it.each<readonly [string, () => Promise<Answer>, Line]>([
    [
      'a path that is none',
      () => api.get('customers/margarethe@oberholzer.example'),
      { company_id: expect.any(Number), address: '/api/v1/customers/…', error: 'not_found' },
    ],
    [
      'a key that is none',
      () => integrator(`${key.slice(0, -1)}~`).get('jobs'),
      { address: '/api/v1/jobs', status: 401, error: 'unauthorized' },
    ],
    [
      'an address that is none',
      () => api.get('jobs?sub=Oberholzer'),
      { address: '/api/v1/jobs?sub', status: 400, error: 'validation_failed' },
    ],
  ])('find what the gateway refused: %s', async (_, ask, expected) => {
    const answer = await ask();

    expect(await lineOf('gateway', answer)).toMatchObject({ level: 'info', ...expected });
  });

  it('name the limit that was hit', async () => {
    const { api_keys: keys } = await applyManifest({
      company: { slug: 'logs-limited', plan: 'enterprise', limits: { list_reads_per_minute: 1 } },
      api_keys: [{ ref: 'full', name: 'Margarethe’s key', scopes: 'all' }],
    });
    const limited = integrator(String(keys['full']?.key));
    await limited.get('jobs');

    expect(await lineOf('gateway', await limited.get('jobs'))).toMatchObject({
      status: 429,
      error: 'rate_limit_exceeded',
      limit: 'list_reads_per_minute',
    });
  });

  it('hold nothing personal and no secret so far', () => {
    // Shows that the leak search at the end of the run finds something.
    const [line] = linesOf('gateway');

    expect(findLeaks(dataDir(), [{ name: String(line?.['msg']) }])).not.toEqual([]);
    expect(findLeaks(dataDir(), [aCustomer('margarethe@oberholzer.example'), { key }])).toEqual([]);
  });
});

it.each(Object.keys(runFile().services))('the metrics of %s keep to the rules', async (name) => {
  const { metrics } = runFile().services[name] ?? {};

  const page = await (await fetch(`${metrics}/metrics`)).text();

  expect(page).toContain('fsm_build_info{');
  expect(await findMetricProblems(page)).toEqual([]);
});
