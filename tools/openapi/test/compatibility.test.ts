import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBreaks, toReleased, type Released } from '../src/compatibility';
import { DOCUMENT } from '../src/document';

const released = JSON.parse(readFileSync(join(__dirname, '../released.json'), 'utf8')) as Released;

const current = toReleased(DOCUMENT);

/** An intended break needs a CHANGELOG line and `npx nx run openapi-document:renew-released`. */
it('breaks no client of the released document', () => {
  expect(findBreaks(released, current)).toEqual([]);
});

interface Fields {
  [keyword: string]: unknown;
  properties: Record<string, Fields>;
  required: string[];
  enum: unknown[];
  anyOf: Fields[];
}

interface Draft {
  paths: Record<
    string,
    Record<
      string,
      {
        'operationId': string;
        'responses': Record<string, object>;
        'x-operations': {
          name: string;
          address: string;
          scope: string;
          status: number;
          parameters: { name: string; required: boolean; schema: Fields }[];
          body?: Fields;
          answer: Fields;
        }[];
      }
    >
  >;
  webhooks: Record<string, object>;
  components: { schemas: Record<string, Fields> };
}

const drafted = (change: (draft: Draft) => void): string[] => {
  const draft = structuredClone(current) as unknown as Draft;
  change(draft);
  return findBreaks(current, draft as unknown as Released);
};

const row = ({ paths }: Draft, name: string) => {
  const all = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation['x-operations']);
  const found = all.find((each) => each.name === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const jobs = ({ paths }: Draft) => paths['/api/v1/jobs'] ?? {};
const schema = ({ components }: Draft, name: string): Fields => {
  const found = components.schemas[name];
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const field = (draft: Draft, name: string, property: string): Fields => {
  const found = schema(draft, name).properties[property];
  if (!found) throw new Error(`${name} has no ${property}.`);
  return found;
};
const parameter = (draft: Draft, operation: string, name: string) => {
  const found = row(draft, operation).parameters.find((each) => each.name === name);
  if (!found) throw new Error(`${operation} has no ${name}.`);
  return found;
};
const without = <Value>(values: readonly Value[], gone: Value): Value[] =>
  values.filter((value) => value !== gone);

const BREAKS: readonly (readonly [string, (draft: Draft) => void, string])[] = [
  ['a path', (draft) => delete draft.paths['/api/v1/jobs'], 'GET /api/v1/jobs is gone.'],
  ['a method', (draft) => delete jobs(draft)['patch'], 'PATCH /api/v1/jobs is gone.'],
  [
    'a status',
    (draft) => delete jobs(draft)['patch']?.responses['412'],
    'PATCH /api/v1/jobs no longer answers 412.',
  ],
  [
    'the name in generated clients',
    (draft) => Object.assign(jobs(draft)['patch'] ?? {}, { operationId: 'moveJob' }),
    'PATCH /api/v1/jobs is moveJob in generated clients.',
  ],
  [
    'an operation',
    (draft) => {
      const rows = jobs(draft)['get']?.['x-operations'] ?? [];
      rows.splice(
        rows.findIndex(({ name }) => name === 'listJobHistory'),
        1,
      );
    },
    'listJobHistory is gone.',
  ],
  [
    'a scope',
    (draft) => Object.assign(row(draft, 'getJob'), { scope: 'jobs:write' }),
    'getJob: the scope is jobs:write, and was jobs:read.',
  ],
  [
    'a parameter',
    (draft) => row(draft, 'listJobs').parameters.shift(),
    'listJobs: the parameter per_page is gone.',
  ],
  [
    'a parameter that is required',
    (draft) => Object.assign(parameter(draft, 'listJobs', 'status'), { required: true }),
    'listJobs: the parameter status is required.',
  ],
  [
    'a new parameter that is required',
    (draft) =>
      row(draft, 'listJobs').parameters.push({
        ...parameter(draft, 'listJobs', 'status'),
        name: 'team',
        required: true,
      }),
    'listJobs: the parameter team is required.',
  ],
  [
    'a value of a parameter',
    (draft) => parameter(draft, 'listJobs', 'priority').schema.enum.shift(),
    'listJobs: priority no longer has the value Low.',
  ],
  [
    'a body that is wanted',
    (draft) => Object.assign(row(draft, 'getJob'), { body: {} }),
    'getJob wants a body.',
  ],
  [
    'a body field',
    (draft) => delete schema(draft, 'CreateJobBody').properties['job_priority'],
    'createJob: the body: job_priority is gone.',
  ],
  [
    'a body field that is required',
    (draft) => schema(draft, 'CreateJobBody').required.push('job_priority'),
    'createJob: the body: job_priority is required.',
  ],
  [
    'a value of a body field',
    (draft) => field(draft, 'CreateJobBody', 'job_priority').enum.shift(),
    'createJob: the body: job_priority no longer has the value Low.',
  ],
  [
    'a type of a body field',
    (draft) => Object.assign(field(draft, 'CreateJobBody', 'job_title'), { type: 'integer' }),
    'createJob: the body: job_title is integer, and was string.',
  ],
  [
    'a bound of a body field',
    (draft) => Object.assign(field(draft, 'CreateJobBody', 'job_title'), { maxLength: 80 }),
    'createJob: the body: job_title: maxLength is 80, and was 255.',
  ],
  [
    'a bound that was not there',
    (draft) => Object.assign(field(draft, 'CreateJobBody', 'job_title'), { pattern: '^[A-Z]' }),
    'createJob: the body: job_title: pattern is ^[A-Z], and was undefined.',
  ],
  [
    'an answer field',
    (draft) => delete schema(draft, 'Job').properties['job_priority'],
    'getJob: the answer: data: job_priority is gone.',
  ],
  [
    'an answer field that may be missing',
    (draft) =>
      Object.assign(schema(draft, 'Job'), {
        required: without(schema(draft, 'Job').required, 'job_title'),
      }),
    'getJob: the answer: data: job_title may be missing.',
  ],
  [
    'a type of an answer field',
    (draft) => Object.assign(field(draft, 'Job', 'job_id'), { type: 'string' }),
    'getJob: the answer: data: job_id is string, and was integer.',
  ],
  [
    'an answer field that may be null',
    (draft) => Object.assign(field(draft, 'Job', 'job_title'), { type: ['string', 'null'] }),
    'getJob: the answer: data: job_title is string,null, and was string.',
  ],
  [
    'an answer field of an alternative',
    (draft) => delete schema(draft, 'RemovedJob').properties['updated_at'],
    'listJobs: the answer: data: an item: updated_at is gone.',
  ],
  [
    'a value of an answer field',
    (draft) => field(draft, 'Job', 'job_status').enum.shift(),
    'getJob: the answer: data: job_status no longer has the value Pending.',
  ],
  ['an event', (draft) => delete draft.webhooks['job.created'], 'The event job.created is gone.'],
  [
    'a field of an event',
    (draft) => delete schema(draft, 'JobCreatedEvent').properties['source'],
    'The event job.created: source is gone.',
  ],
  [
    'the name of a schema',
    (draft) => delete draft.components.schemas['CursorPagination'],
    'The schema CursorPagination is gone.',
  ],
];

const leaving = (sunset: string) => ({ 'deprecated': true, 'x-sunset': sunset });
const SOONER: readonly (readonly [string, (draft: Draft) => object, string])[] = [
  ['an operation', (draft) => row(draft, 'getJob'), 'getJob'],
  ['a parameter', (draft) => parameter(draft, 'listJobs', 'status').schema, 'listJobs: status'],
  [
    'a field within another',
    (draft) => field(draft, 'CreateCustomerBody', 'location').properties['location_name'] ?? {},
    'createCustomer: the body: location: location_name',
  ],
  [
    'a field of an item of an answer',
    (draft) => field(draft, 'StockEntry', 'location_name'),
    'listItemStock: the answer: data: an item: location_name',
  ],
];

describe.each(SOONER)('%s that will go', (_, of, where) => {
  const until = (sunset: string): Draft => {
    const draft = structuredClone(current) as unknown as Draft;
    Object.assign(of(draft), leaving(sunset));
    return draft;
  };
  const between = (before: Draft, after: Draft) =>
    findBreaks(before as unknown as Released, after as unknown as Released);

  it('may stay longer, and not go sooner than was said', () => {
    const [sooner, later] = [until('2027-01-01'), until('2027-06-01')];
    expect(between(sooner, later)).toEqual([]);
    expect(between(later, sooner)).toContain(
      `${where} may be gone from 2027-01-01, and was to stay until 2027-06-01.`,
    );
  });
});

it.each(BREAKS)('finds what breaks clients: %s', (_, change, found) => {
  expect(drafted(change)).toContain(found);
});

it.each<readonly [string, (draft: Draft) => unknown]>([
  [
    'an operation',
    (draft) =>
      jobs(draft)['get']?.['x-operations'].push({ ...row(draft, 'getJob'), name: 'getJobPhoto' }),
  ],
  ['a status', (draft) => Object.assign(jobs(draft)['get']?.responses ?? {}, { 410: {} })],
  [
    'a parameter',
    (draft) =>
      row(draft, 'listJobs').parameters.push({
        ...parameter(draft, 'listJobs', 'status'),
        name: 'team',
      }),
  ],
  [
    'a body field',
    (draft) =>
      Object.assign(schema(draft, 'CreateJobBody').properties, { team: { type: 'string' } }),
  ],
  [
    'an answer field',
    (draft) => Object.assign(schema(draft, 'Job').properties, { team: { type: 'string' } }),
  ],
  [
    'a wider bound',
    (draft) => Object.assign(field(draft, 'CreateJobBody', 'job_title'), { maxLength: 500 }),
  ],
  ['a body field that may be left out', (draft) => schema(draft, 'CreateJobBody').required.pop()],
  ['a value', (draft) => field(draft, 'CreateJobBody', 'job_priority').enum.push('Someday')],
  ['an event', (draft) => Object.assign(draft.webhooks, { 'job.paused': {} })],
])('finds nothing in what is added: %s', (_, change) => {
  expect(drafted(change)).toEqual([]);
});
