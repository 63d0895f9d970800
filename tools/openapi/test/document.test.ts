import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTIONS, isBulk, resolveOperation, WEBHOOK_EVENTS } from '@svc/contracts';
import { toOperationQuery, type BulkOperationAddress, type Reply } from '@svc/http';
import { createEventCheck, createResponseCheck, type OperationDocumentation } from '@svc/openapi';
import Ajv2020, { type AnySchema } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { DOCUMENT, EVENT_SECTION, SECTIONS } from '../src/document';

type BulkedOperation = BulkOperationAddress & { readonly body: object };

interface Row {
  readonly name: string;
  readonly address: string;
  readonly scope: string;
  readonly parameters: readonly { readonly name: string; readonly schema: AnySchema }[];
}

const operations = Object.values(DOCUMENT.paths).flatMap((item) => Object.values(item));
const rows = operations.flatMap((operation) => operation['x-operations'] as readonly Row[]);
const documented = SECTIONS.flatMap(({ documentation }) => Object.entries(documentation));
const expectDocumented = createResponseCheck(DOCUMENT);

const expected = COLLECTIONS.flatMap(({ path, operations: rowsOf }) =>
  Object.values(rowsOf).map(({ method, where, scope }) => {
    const isAny = (value: string): boolean => ['', '*'].includes(value);
    const query = Object.entries(where).map(
      ([key, value]) => `${key}=${isAny(value) ? `{${key}}` : value}`,
    );
    return [`${method} ${[path, query.join('&')].filter(Boolean).join('?')}`, scope];
  }),
);

it('has every row of the endpoint table with its scope, and no other', () => {
  expect(rows.map(({ address, scope }) => [address, scope]).sort()).toEqual(expected.sort());
});

const reads = COLLECTIONS.flatMap((each) => Object.values(each.operations)).filter(
  ({ method }) => method === 'GET',
);

it.each(reads.map(({ name, tier }) => [name, tier] as const))(
  'shows %s with a pagination exactly where it counts as a list (%s)',
  (name, tier) => {
    const { example } = Object.fromEntries(documented)[name] ?? {};
    expect('pagination' in Object(example)).toBe(tier === 'list' || tier === 'technicianList');
  },
);

it('says how many items a list in a body may have', () => {
  const bodies = Object.entries(DOCUMENT.components.schemas).filter(([name]) => /Body$/.test(name));
  const lists = bodies.flatMap(([name, { properties = {} }]) =>
    Object.entries(properties as Record<string, { items?: object; maxItems?: number }>)
      .filter(([, { items }]) => items)
      .map(([field, { maxItems }]) => [name, field, maxItems]),
  );
  expect(lists).toEqual([
    ['BulkAssetsBody', 'operations', 100],
    ['BulkCustomersBody', 'operations', 100],
    ['BulkInventoryBody', 'operations', 100],
    ['BulkJobsBody', 'operations', 100],
    ['CreateJobBody', 'asset_ids', 500],
    ['SubscribeHookBody', 'events', 20],
    ['SubscribeHookBody', 'headers', 10],
    ['SubscribeHookBody', 'conditions', 5],
    ['UpdateJobBody', 'asset_ids', 500],
    ['UpsertJobBody', 'asset_ids', 500],
  ]);
});

it('names no operation twice', () => {
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('has no reference that leads nowhere', () => {
  const references = JSON.stringify(DOCUMENT).matchAll(/"\$ref":"#\/([^"]+)"/g);
  for (const [, pointer = ''] of references) {
    const target = pointer
      .split('/')
      .reduce<unknown>((at, key) => Reflect.get(Object(at), key.replaceAll('~1', '/')), DOCUMENT);
    expect({ pointer, target }).toEqual({ pointer, target: expect.any(Object) });
  }
});

it.each(documented)(
  'shows an answer of %s that its schema accepts',
  (name, { status, example }) => {
    expectDocumented(name, status, example);
  },
);

const problemWith = (body: unknown, operation?: OperationDocumentation) =>
  operation?.body?.validate(body, { convert: false, context: { zone: 'America/New_York' } }).error;

const bulks = SECTIONS.flatMap(({ contract, documentation }) =>
  Object.values(contract.operations)
    .filter(isBulk)
    .map(({ name }) => ({ name, contract, documentation })),
);

it.each(bulks)('shows in $name what its operations accept and answer', (bulk) => {
  const { requestExample, example } = bulk.documentation[bulk.name] ?? {};
  const { operations: asked } = requestExample as { operations: BulkedOperation[] };
  const { data: answers } = example as { data: Pick<Reply, 'status' | 'body'>[] };
  const called = asked.map((one) => ({
    name: resolveOperation(bulk.contract, one.method, toOperationQuery(bulk.contract, one)).name,
    body: one.body,
  }));

  for (const { name, body } of called) {
    const problem = problemWith(body, bulk.documentation[name]);
    expect({ name, problem }).toEqual({ name, problem: undefined });
  }
  expect(answers).toHaveLength(called.length);
  answers.forEach(({ status, body }, at) => expectDocumented(called[at]?.name ?? '', status, body));
});

const withBody = documented.filter(([, { body }]) => body);

it.each(withBody)('shows a body of %s that its rules and its schema accept', (name, operation) => {
  const example = operation.requestExample;
  expect(problemWith(example, operation)).toBeUndefined();

  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema(DOCUMENT as unknown as AnySchema, 'document');
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;
  const validate = ajv.getSchema(`document#/components/schemas/${title}`);
  expect({ accepted: validate?.(example), errors: validate?.errors }).toEqual({
    accepted: true,
    errors: null,
  });
});

const TECHNICIAN_FIELDS = ['technician_id', 'assigned_technician_id', 'assigned_to'];

it('shows bodies whose technicians the demo company has, so that they can be tried', () => {
  const file = join(__dirname, '../../../deploy/demo/company.yaml');
  const { technicians } = parse(readFileSync(file, 'utf8')) as { technicians: object[] };
  const ids = withBody.flatMap(([, { requestExample = {} }]) =>
    Object.entries(requestExample).flatMap(([field, id]) =>
      TECHNICIAN_FIELDS.includes(field) ? [Number(id)] : [],
    ),
  );

  expect(ids).toHaveLength(5);
  // Ids of a new database start at 1.
  for (const id of ids) expect(technicians[id - 1]).toMatchObject({ status: 'Active' });
});

describe('events', () => {
  it('are all that can be sent, and the test event', () => {
    expect(Object.keys(DOCUMENT.webhooks ?? {})).toEqual([...WEBHOOK_EVENTS, 'ping']);
  });

  const events = Object.entries(EVENT_SECTION.documentation);
  const expectDocumentedEvent = createEventCheck(DOCUMENT);

  it.each(events)('%s is shown with a body that its schema accepts', (event, { example }) => {
    expectDocumentedEvent(event, example);
  });

  it.each(events)('%s has no more and no fewer fields than its schema', (event, { example }) => {
    const { data, ...rest } = example as { data: { object: object } };
    const [field = ''] = Object.keys(data.object);
    const withObject = (object: object): object => ({ ...rest, data: { ...data, object } });
    const { [field]: _, ...fewer } = data.object as Record<string, unknown>;
    for (const object of [{ ...data.object, more: 1 }, fewer]) {
      expect(() => expectDocumentedEvent(event, withObject(object))).toThrow(
        `${event} was sent as`,
      );
    }
  });

  it.each([
    ['job.deleted', { job_id: 7, deleted: true }],
    ['customer.removed', { customer_id: 7, deleted: true }],
    ['inventory.stock_changed', { item_id: 7, deleted: true }],
  ])('%s may be about a record that is gone', (event, object) => {
    const { data, ...rest } = EVENT_SECTION.documentation[event]?.example as { data: object };
    expectDocumentedEvent(event, { ...rest, data: { ...data, object } });
  });

  it('asset.meter_threshold_reached may be about a meter without a unit', () => {
    const event = 'asset.meter_threshold_reached';
    const { data, ...rest } = EVENT_SECTION.documentation[event]?.example as {
      data: { object: { meter_reading: object } };
    };
    const meter_reading = { ...data.object.meter_reading, unit: null };
    const object = { ...data.object, meter_reading };
    expectDocumentedEvent(event, { ...rest, data: { ...data, object } });
  });

  it('say how they are signed', () => {
    const names = Object.values(DOCUMENT.components['parameters'] ?? {}).map((each) =>
      String(Reflect.get(Object(each), 'name')),
    );
    // Headers as the specification and integrators.md list them.
    expect(names).toEqual(
      expect.arrayContaining([
        'X-SVC-Event-Id',
        'X-SVC-Event-Type',
        'X-SVC-Delivery-Id',
        'X-SVC-Timestamp',
        'X-SVC-Signature',
        'X-SVC-Mode',
      ]),
    );
  });
});

const TIME_FILTERS = [
  ['listJobs', 'created_after', 'local midnight'],
  ['listJobs', 'created_before', 'the end of that local day'],
  ['listJobs', 'updated_since', 'local midnight'],
  ['listCustomers', 'created_after', 'local midnight'],
  ['listCustomers', 'created_before', 'the end of that local day'],
  ['listAssets', 'created_after', 'local midnight'],
  ['listAssets', 'created_before', 'the end of that local day'],
] as const;

/** Times of "Timestamps in" (`.github/docs/decisions.md`), and whether they are accepted. */
const TIMES = {
  '2026-03-09T14:30:00-04:00': true,
  '2026-03-09T14:30:00Z': true,
  '2026-03-09': true,
  '2026-03-09T14:30:00': true,
  '2026-03-09 14:30': true,
  '2026-03-09T14:30:00.25+0530': true,
  '2026-03-09 14:30+05': true,
  '': false,
  'tomorrow': false,
  '2026-02-30': false,
  '2026-03': false,
  '2026-03-09T14:30:00-04:00, 2026': false,
};

describe.each(TIME_FILTERS)('the filter %s %s', (operation, name, dateAlone) => {
  const query = SECTIONS.map(({ documentation }) => documentation[operation]?.query).find(Boolean);
  const row = rows.find((each) => each.name === operation);
  const parameter = row?.parameters.find((each) => each.name === name);

  it('has a format for each kind of value, and what is refused fits none', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    const fits = ajv.compile(parameter?.schema ?? false);
    const context = { zone: 'America/New_York' };
    const accepted = (value: string): boolean =>
      query?.validate({ [name]: value }, { context }).error === undefined;

    const values = Object.keys(TIMES);
    expect(Object.fromEntries(values.map((value) => [value, fits(value)]))).toEqual(TIMES);
    expect(Object.fromEntries(values.map((value) => [value, accepted(value)]))).toEqual(TIMES);
    expect(parameter?.schema).toMatchObject({
      anyOf: expect.arrayContaining(
        ['date-time', 'date'].map((format) => ({ type: 'string', format })),
      ),
    });
  });

  it('says what a date alone means', () => {
    expect(parameter).toMatchObject({
      description: expect.stringContaining(`a date alone is ${dateAlone}.`),
    });
  });
});

it('shows every shared refusal with a body that its schema accepts', () => {
  for (const operation of operations) {
    const [row] = operation['x-operations'] as readonly Row[];
    const responses = Object.entries(operation['responses'] as Record<string, object>);
    for (const [status, response] of responses) {
      if (Number(status) < 400 || '$ref' in response || !row) continue;
      const { content } = response as { content: Record<string, { examples: object }> };
      const examples: Record<string, { value: object }> = {
        ...content['application/json']?.examples,
      };
      for (const { value } of Object.values(examples)) {
        const owner = rowWith(operation, String(Reflect.get(value, 'error')));
        expectDocumented(owner, Number(status), value);
      }
    }
  }
});

function rowWith(operation: Readonly<Record<string, unknown>>, code: string): string {
  const all = operation['x-operations'] as readonly (Row & { errors: string[] })[];
  return all.find(({ errors }) => errors.includes(code))?.name ?? `no operation with ${code}`;
}
