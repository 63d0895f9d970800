import Joi from 'joi';
import { toJsonSchema, createSchemaNames } from './json-schema';
import { nameSchema } from './vocabulary';

const property = (schema: Joi.Schema, side: 'request' | 'response' = 'request'): unknown => {
  const object = toJsonSchema(Joi.object({ it: schema }), side);
  return (object['properties'] as Record<string, unknown>)['it'];
};

it.each<[string, Joi.Schema, object]>([
  ['an id', Joi.number().min(1).integer(), { type: 'integer', minimum: 1 }],
  ['a choice', Joi.string().valid('a', 'b'), { type: 'string', enum: ['a', 'b'] }],
  [
    'a choice or null',
    Joi.string().valid('a').allow(null),
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['text', Joi.string().max(255), { type: 'string', minLength: 1, maxLength: 255 }],
  ['text that may be blank', Joi.string().allow(''), { type: 'string' }],
  ['text of one length', Joi.string().length(2), { type: 'string', minLength: 2, maxLength: 2 }],
  ['a number or null', Joi.number().allow(null), { type: ['number', 'null'] }],
  ['a pattern', Joi.string().pattern(/^\d{5}$/), { type: 'string', pattern: '^\\d{5}$' }],
  [
    'a date',
    Joi.string().meta({ format: 'date' }),
    { type: 'string', minLength: 1, format: 'date' },
  ],
  ['a default', Joi.boolean().default(false), { type: 'boolean', default: false }],
  [
    'a list',
    Joi.array().items(Joi.number().integer()),
    { type: 'array', items: { type: 'integer' } },
  ],
  ['anything', Joi.any(), {}],
])('translates %s', (_, schema, expected) => {
  expect(property(schema)).toEqual(expected);
});

it('says of a sent timestamp that it may be a date or local time, of an answered one that it is neither', () => {
  const timestamp = Joi.string().meta({ format: 'date-time' });

  expect(property(timestamp)).toEqual({
    type: 'string',
    minLength: 1,
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
      { type: 'string', pattern: expect.any(String) },
    ],
  });
  expect(property(timestamp, 'response')).toEqual({ type: 'string', format: 'date-time' });
});

it('shows the alternatives of a text that a custom rule reads', () => {
  const anyOf = [
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', pattern: '^[ab](,[ab])*$' },
  ];

  expect(property(Joi.string().meta({ 'x-anyOf': anyOf }))).toEqual({ type: 'string', anyOf });
});

it('shows a field that is read on one condition as what it is then', () => {
  const then = Joi.number().integer().allow(null);
  const older = Joi.when('newer', { is: Joi.valid(null), then }).description(
    'Older name of newer.',
  );

  expect(property(older)).toEqual({
    type: ['integer', 'null'],
    description: 'Older name of newer.',
  });
});

it('says by the number of fields that one of them is required', () => {
  const schema = Joi.object({ name: Joi.string(), age: Joi.number() }).or('name', 'age');

  expect(toJsonSchema(schema, 'request')).toEqual({
    type: 'object',
    properties: { name: { type: 'string', minLength: 1 }, age: { type: 'number' } },
    minProperties: 1,
  });
});

it('requires every field of an answer that is not optional, and leaves objects open', () => {
  const answer = Joi.object({ id: Joi.number(), note: Joi.string().optional() });

  expect(toJsonSchema(answer, 'response')).toEqual({
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'number' }, note: { type: 'string' } },
  });
});

it.each([
  ['a custom rule', Joi.number().custom((value: number) => value), 'custom'],
  ['a bound that refers to another field', Joi.number().min(Joi.ref('low')), 'min'],
  ['a pattern with flags', Joi.string().pattern(/^a$/i), 'pattern'],
  ['an inverted pattern', Joi.string().pattern(/^a$/, { invert: true }), 'pattern'],
  ['a condition', Joi.string().when('low', { is: 1, then: Joi.required() }), 'whens'],
  ['another truth', Joi.boolean().truthy('1'), 'truthy'],
])('refuses %s that is not said in a note', (_, schema, rule) => {
  expect(() => property(schema)).toThrow(`it: say in a .note() what JSON Schema cannot: ${rule}`);

  const inWords = property(schema.note('In words.'));
  expect(inWords).toMatchObject({ description: 'In words.' });
  expect(inWords).not.toHaveProperty('pattern');
  expect(inWords).not.toHaveProperty('minimum');
});

describe('names', () => {
  const place = nameSchema('Place', { zip: Joi.string() });

  it('shows a named schema once and refers to it', () => {
    const names = createSchemaNames();
    const schema = toJsonSchema(Joi.object({ from: place, to: place.allow(null) }), 'response');

    expect(names.hoist(schema)['properties']).toEqual({
      from: { $ref: '#/components/schemas/Place' },
      to: { anyOf: [{ $ref: '#/components/schemas/Place' }, { type: 'null' }] },
    });
    expect(names.all()).toEqual({
      Place: { type: 'object', required: ['zip'], properties: { zip: { type: 'string' } } },
    });
  });

  it('refuses one name for two schemas', () => {
    const names = createSchemaNames();
    const other = nameSchema('Place', { city: Joi.string() });
    names.hoist(toJsonSchema(Joi.object({ place }), 'response'));

    expect(() => names.hoist(toJsonSchema(Joi.object({ other }), 'response'))).toThrow(
      'Two different schemas are named Place.',
    );
  });
});
