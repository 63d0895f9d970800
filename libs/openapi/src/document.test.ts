import { defineCollection } from '@svc/contracts';
import { fields } from '@svc/http';
import Joi from 'joi';
import { createOpenApiDocument } from './document';
import { createSection, type Documentation } from './documentation';
import { EXAMPLE_REQUEST_ID } from './errors';
import { createResponseCheck } from './expect-documented';
import { createFoundReply, createListedReply, createWrittenReply } from './replies';
import { nameSchema, timestampSchema } from './vocabulary';

const TRUCKS = defineCollection(
  '/api/v1/trucks',
  'inventory',
  {
    listTrucks: ['GET', 'inventory:read', 'list'],
    getTruck: ['GET ?id', 'inventory:read', 'record'],
    listLoads: ['GET ?id&sub=loads', 'inventory:read', 'list'],
    createTruck: ['POST', 'inventory:write', 'write'],
  },
  'inventory',
);

const truck = nameSchema('Truck', { truck_id: Joi.number().integer(), seen_at: timestampSchema() });
const aTruck = { truck_id: 1, seen_at: '2026-03-09T14:30:00-04:00' };
const request_id = EXAMPLE_REQUEST_ID;
const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };

const documentation: Documentation<typeof TRUCKS> = {
  listTrucks: {
    summary: 'List trucks',
    description: 'All of them.',
    query: Joi.object({ colour: Joi.string().valid('red', 'blue').description('Its colour.') }),
    reply: createListedReply(truck),
    status: 200,
    example: { success: true, data: [aTruck], pagination, request_id },
    errors: [],
  },
  getTruck: {
    summary: 'Get a truck',
    description: 'One of them.',
    reply: createFoundReply(truck),
    status: 200,
    example: { success: true, data: aTruck, request_id },
    errors: [],
  },
  listLoads: {
    summary: 'List loads',
    description: 'What it carries.',
    query: Joi.object({ colour: Joi.string().valid('green') }),
    reply: createListedReply(Joi.string()),
    status: 200,
    example: { success: true, data: ['sand'], pagination, request_id },
    errors: ['item_not_found'],
  },
  createTruck: {
    summary: 'Create a truck',
    description: 'A new one.',
    body: Joi.object({ colour: Joi.string().required() }),
    requestExample: { colour: 'red' },
    reply: createWrittenReply(truck),
    status: 201,
    example: { success: true, message: 'Truck created.', data: aTruck, request_id },
    errors: ['conflict'],
  },
};

const document = createOpenApiDocument([
  createSection(TRUCKS, documentation, { title: 'Trucks', description: 'Vehicles.' }),
]);
const item = document.paths['/api/v1/trucks'];
const get = item?.['get'] as { parameters: { name: string }[]; responses: Record<string, unknown> };

const PREFER = { $ref: '#/components/parameters/Prefer' };

describe('openApiDocument', () => {
  it('joins rows that share a method, and keeps each as data', () => {
    expect(Object.keys(item ?? {})).toEqual(['get', 'post']);
    expect(item?.['get']).toMatchObject({
      'operationId': 'getTrucks',
      'tags': ['Trucks'],
      'x-operations': [
        {
          name: 'listTrucks',
          address: 'GET /api/v1/trucks',
          scope: 'inventory:read',
          feature: 'inventory',
          limits: { list_reads_per_minute: 300, reads_per_day: 50_000 },
        },
        { name: 'getTruck', address: 'GET /api/v1/trucks?id={id}' },
        { name: 'listLoads', address: 'GET /api/v1/trucks?id={id}&sub=loads' },
      ],
    });
    expect(item?.['post']).toMatchObject({ operationId: 'createTruck' });
  });

  it('calls a method by its first row, which others that are added to it do not rename', () => {
    const more = defineCollection(TRUCKS.path, TRUCKS.owner, {
      createTruck: ['POST', 'inventory:write', 'write'],
      repairTruck: ['POST ?id&sub=repair', 'inventory:write', 'write'],
    });
    const { createTruck } = documentation;
    const written = { createTruck, repairTruck: createTruck };
    const { paths } = createOpenApiDocument([
      createSection(more, written, { title: 'Trucks', description: 'Vehicles.' }),
    ]);
    expect(paths[TRUCKS.path]?.['post']).toMatchObject({
      'operationId': 'createTruck',
      'x-operations': [{ name: 'createTruck' }, { name: 'repairTruck' }],
    });
  });

  it('has every parameter of any row once, with the values of all', () => {
    expect(get.parameters).toEqual([
      expect.objectContaining({ name: 'colour', required: false }),
      expect.objectContaining({ name: 'id', required: false }),
      {
        name: 'sub',
        in: 'query',
        required: false,
        description: 'Selects the operation. Only for `listLoads`.',
        schema: { type: 'string', enum: ['loads'] },
      },
      PREFER,
    ]);
    expect(get.parameters[0]).toMatchObject({
      schema: { type: 'string', enum: ['red', 'blue', 'green'] },
    });
  });

  it('lists every refusal: the shared ones by reference, an own one in place', () => {
    expect(Object.keys(get.responses)).toEqual(
      '200 400 401 403 404 405 408 413 429 431 500'.split(' '),
    );
    expect(get.responses['403']).toEqual({ $ref: '#/components/responses/Forbidden' });
    expect(get.responses['404']).toMatchObject({
      content: { 'application/json': { examples: { not_found: {}, item_not_found: {} } } },
    });
  });

  it('offers Idempotency-Key on POST', () => {
    expect(item?.['post']).toMatchObject({
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }, PREFER],
      responses: { 201: { headers: { 'Idempotent-Replayed': {} } } },
    });
  });

  it('has no value for its headers, which pages would send with every request', () => {
    const condition = { in: 'header', required: false, description: expect.any(String) };
    expect(document.components['parameters']).toEqual({
      IfMatch: { ...condition, name: 'If-Match', schema: { type: 'string' } },
      IfNoneMatch: { ...condition, name: 'If-None-Match', schema: { type: 'string' } },
      Prefer: { ...condition, name: 'Prefer', schema: { type: 'string' } },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: expect.any(String),
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    });
  });

  it('marks an operation, a parameter and a field that will go', () => {
    const deprecation = { since: '2026-03-01', sunset: '2026-09-01' };
    const field = () => fields.deprecated(Joi.string(), deprecation);
    const going = defineCollection('/api/v1/carts', 'inventory', {
      listCarts: ['GET', 'inventory:read', 'list'],
      createCart: ['POST', 'inventory:write', 'write', deprecation],
    });
    const { listTrucks: list, createTruck: create } = documentation;
    const { paths, components } = createOpenApiDocument([
      createSection(
        going,
        {
          listCarts: { ...list, query: Joi.object({ colour: field().description('Its colour.') }) },
          createCart: { ...create, body: Joi.object({ colour: field() }) },
        },
        { title: 'Carts', description: 'Vehicles.' },
      ),
    ]);

    const { get: lists, post: creates } = paths['/api/v1/carts'] ?? {};
    expect(lists).not.toHaveProperty('deprecated');
    expect(lists).toMatchObject({ parameters: [{ name: 'colour', deprecated: true }, PREFER] });
    expect(creates).toMatchObject({
      'deprecated': true,
      'description': expect.stringContaining('Deprecated since 2026-03-01'),
      'responses': {
        201: { headers: { 'Idempotent-Replayed': {}, 'Deprecation': {}, 'Sunset': {} } },
      },
      'x-operations': [
        { 'deprecated': true, 'x-deprecated-since': '2026-03-01', 'x-sunset': '2026-09-01' },
      ],
    });
    expect(components['schemas']).toMatchObject({
      CreateCartBody: { properties: { colour: { 'deprecated': true, 'x-sunset': '2026-09-01' } } },
    });
  });
});

describe('documentedAnswers', () => {
  const expectDocumented = createResponseCheck(document);

  it('accepts what the document shows', () => {
    for (const [name, { status, example }] of Object.entries(documentation)) {
      expect(() => expectDocumented(name, status, example)).not.toThrow();
    }
  });

  it.each<[string, object]>([
    ['a field that is missing', { success: true, data: { truck_id: 1 }, request_id }],
    ['a field that is not listed', { success: true, data: { ...aTruck, km: 1 }, request_id }],
    ['a field of another type', { success: true, data: { ...aTruck, truck_id: '1' }, request_id }],
    [
      'a timestamp in UTC shorthand',
      { success: true, data: { ...aTruck, seen_at: '2026-03-09T14:30:00Z' }, request_id },
    ],
  ])('refuses %s', (_, body) => {
    expect(() => expectDocumented('getTruck', 200, body)).toThrow('getTruck responded with 200');
  });

  const refusal = (error: string, details = {}): object => ({
    success: false,
    error,
    message: 'No.',
    ...details,
    request_id,
  });

  it('accepts the documented refusals with their details', () => {
    expectDocumented('getTruck', 404, refusal('not_found'));
    expectDocumented('createTruck', 409, refusal('conflict', { current_version: 2 }));
    const errors = [{ field: 'colour', message: 'colour is required.' }];
    expectDocumented('createTruck', 400, refusal('validation_failed', { errors }));
  });

  it.each<[string, string, number, object]>([
    ['an undocumented status', 'getTruck', 418, refusal('not_found')],
    ['a code of another operation', 'getTruck', 404, refusal('item_not_found')],
    ['a refusal without its details', 'createTruck', 409, refusal('conflict')],
    ['details that are not listed', 'getTruck', 404, refusal('not_found', { hint: 1 })],
  ])('refuses %s', (_, name, status, body) => {
    expect(() => expectDocumented(name, status, body)).toThrow(`${name} responded with ${status}`);
  });
});
