import { createEventCheck, createResponseCheck, type OpenApiDocument } from '@svc/openapi';
import { toOpenApi30 } from '../src/to-openapi-3-0';
import { DOCUMENT, EVENT_SECTION, SECTIONS } from '../src/document';

const older = toOpenApi30(DOCUMENT);

/** Nullable values include null. */
const asRead = JSON.parse(JSON.stringify(older), (_, value: unknown) => {
  const { nullable, enum: values } = Object(value) as { nullable?: boolean; enum?: unknown[] };
  return nullable && values ? { ...(value as object), enum: [...values, null] } : value;
}) as OpenApiDocument;

const withSchema = (schema: object): OpenApiDocument => ({
  ...DOCUMENT,
  components: { schemas: { One: { ...schema } } },
});
const converted = (schema: object): unknown =>
  (toOpenApi30(withSchema(schema))['components'] as { schemas: { One: unknown } }).schemas.One;

it.each([
  ['a value that may be null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
  [
    'values, one of which is null',
    { type: ['string', 'null'], enum: ['new', null] },
    { type: 'string', nullable: true, enum: ['new'] },
  ],
  ['a single value', { const: 'ping' }, { type: 'string', enum: ['ping'] }],
  ['a boolean with one value', { const: true }, { type: 'boolean' }],
  [
    'a reference alone',
    {
      items: { $ref: '#/components/schemas/One', properties: { error: { const: 'conflict' } } },
    },
    { items: { $ref: '#/components/schemas/One' } },
  ],
  [
    'alternatives as one object, of which what all require is required',
    {
      anyOf: [
        {
          type: 'object',
          required: ['a', 'b'],
          properties: {
            a: { type: 'string', enum: ['x'] },
            b: { type: 'array', items: { type: 'string' } },
            c: { type: 'object', required: ['d'], properties: { d: { type: 'integer' } } },
            only: { type: 'boolean' },
          },
        },
        {
          type: 'object',
          required: ['a'],
          properties: {
            a: { type: ['string', 'null'], enum: ['y', null] },
            b: { type: 'object', properties: {} },
            c: { type: 'object', properties: { d: { type: 'integer' } } },
          },
        },
      ],
    },
    {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'string', nullable: true, enum: ['x', 'y'] },
        b: {},
        c: { type: 'object', properties: { d: { type: 'integer' } } },
        only: { type: 'boolean' },
      },
    },
  ],
  [
    'what narrows a type by the type alone',
    { type: 'object', properties: { a: {} }, anyOf: [{ required: ['a'] }] },
    { type: 'object', properties: { a: {} } },
  ],
  ['one example', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
  [
    'a field within a list, whatever it is called',
    { items: { properties: { default: { type: ['integer', 'null'] } } } },
    { items: { properties: { default: { type: 'integer', nullable: true } } } },
  ],
  [
    'no data',
    { example: { type: ['a', 'null'], const: 1 }, default: { const: 1 } },
    { example: { type: ['a', 'null'], const: 1 }, default: { const: 1 } },
  ],
])('says %s as OpenAPI 3.0 does', (_, schema, expected) => {
  expect(converted(schema)).toEqual(expected);
});

it('refuses what OpenAPI 3.0 cannot say', () => {
  expect(() => converted({ type: ['string', 'integer'] })).toThrow('OpenAPI 3.0 has no');
});

it('is of the version that it says, and leaves the document as it was', () => {
  const { license } = older['info'] as { license: object };
  expect(older['openapi']).toBe('3.0.3');
  expect(older).not.toHaveProperty('webhooks');
  expect(Object.keys(older['x-webhooks'] as object)).toEqual(Object.keys(DOCUMENT.webhooks ?? {}));
  expect(license).toEqual({ name: 'Proprietary' });
  expect(DOCUMENT.openapi).toBe('3.1.0');
});

it('has no alternatives, and a name for each body that is one of several', () => {
  expect(JSON.stringify(older)).not.toContain('"anyOf"');
  const { schemas } = older['components'] as { schemas: object };
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'CreateJobAnyBody',
      'GetJobsAnyAnswer200',
      'GeneralErrorOrValidationFailedError',
    ]),
  );
});

const documented = SECTIONS.flatMap(({ documentation }) => Object.entries(documentation));
const expectDocumented = createResponseCheck(asRead);
const expectDocumentedEvent = createEventCheck(asRead);

it.each(documented)('describes the answer of %s as well', (name, { status, example }) => {
  expectDocumented(name, status, example);
  expect(() => expectDocumented(name, status, { ...example, success: 'yes' })).toThrow(
    `${name} responded`,
  );
});

it.each(Object.entries(EVENT_SECTION.documentation))(
  'describes the event %s as well',
  (event, each) => {
    expectDocumentedEvent(event, each.example);
    expect(() => expectDocumentedEvent(event, { ...each.example, type: 'other' })).toThrow(event);
  },
);
