import type { ResponseFormat, FieldPresenter, View } from '@svc/http';
import { recordId } from '@svc/schemas';
import Joi, { type AnySchema, type ObjectSchema, type Schema } from 'joi';
import { dateSchema, nameSchema, timestampSchema, type ResponseFields } from './vocabulary';

export function toResponseSchema<Source, Body>(format: ResponseFormat<Source, Body>): ObjectSchema {
  const fields = toResponseFields(format);
  return format.name === undefined ? Joi.object(fields) : nameSchema(format.name, fields);
}

export function toResponseFields<Source, Body>({
  name,
  declare,
}: ResponseFormat<Source, Body>): ResponseFields {
  const declared = declare(ANYTHING as Source, VIEW, AS_SCHEMAS as unknown as FieldPresenter);
  for (const [field, schema] of Object.entries(declared as object)) {
    if (schema === ANYTHING || !Joi.isSchema(schema)) {
      throw new Error(`${name ?? 'A response'} does not present its field ${field}.`);
    }
  }
  return declared as ResponseFields;
}

const VIEW: View = { zone: 'UTC', showsTechnicians: true };

const ANYTHING: unknown = new Proxy(() => ANYTHING, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : ANYTHING),
});

const about = <Kind extends AnySchema>(schema: Kind, text: string | undefined): Kind =>
  text === undefined ? schema : schema.description(text);

const AS_SCHEMAS: {
  readonly [Kind in keyof FieldPresenter]: (...given: Parameters<FieldPresenter[Kind]>) => Schema;
} = {
  id: (_, text) => about(recordId(), text),
  optionalId: (_, text) => about(recordId().allow(null), text),
  idIfAny: (_, text) => about(recordId().optional(), text),
  copiedId: (_, text) => about(recordId(), text),
  copiedText: (_, text) => about(Joi.string(), text),
  version: (_, text) => about(Joi.number().integer().min(1), text),
  text: (_, text) => about(Joi.string(), text),
  optionalText: (_, text) => about(Joi.string().allow(null), text),
  textOfLength: (characters) => Joi.string().length(characters),
  textIfAny: (_, text) => about(Joi.string().optional(), text),
  optionalTextIfAny: (_, text) => about(Joi.string().allow(null).optional(), text),
  texts: (_, text) => about(Joi.array().items(Joi.string()), text),
  textsIfAny: (_, text) => about(Joi.array().items(Joi.string()).optional(), text),
  anything: (_, text) => about(Joi.any(), text),
  oneOf: (values, _, text) => about(Joi.string().valid(...values), text),
  optionalOneOf: (values) =>
    Joi.string()
      .valid(...values)
      .allow(null),
  count: (_, text) => about(Joi.number().integer().min(0), text),
  integer: (_, text, bounds) => {
    const integer = Joi.number().integer();
    return about(bounds ? integer.min(bounds.min).max(bounds.max) : integer, text);
  },
  number: (_, text) => about(Joi.number(), text),
  optionalNumber: (_, text) => about(Joi.number().allow(null), text),
  optionalMoney: (_, text) => about(Joi.number().min(0).allow(null), text),
  flag: (_, text) => about(Joi.boolean(), text),
  date: (_, text) => about(dateSchema(), text),
  optionalDate: (_, text) => about(dateSchema().allow(null), text),
  timestamp: (_at, _zone, text) => about(timestampSchema(), text),
  optionalTimestamp: (_at, _zone, text) => about(timestampSchema().allow(null), text),
  part: (format) => toResponseSchema(format),
  optionalPart: (format) => toResponseSchema(format).allow(null),
  list: (format, _sources, _view, text) => about(Joi.array().items(toResponseSchema(format)), text),
  listIfAny: (format, _sources, _view, text) =>
    about(Joi.array().items(toResponseSchema(format)).optional(), text),
};
