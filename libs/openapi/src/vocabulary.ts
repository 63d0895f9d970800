import Joi, { type ObjectSchema, type Schema, type StringSchema } from 'joi';

/** Documented fields of an answer or of a part of one. */
type Fields = Readonly<Record<string, Schema>>;

/** Marks a schema that gets a name in the document and is referred to wherever it is used. */
export const NAME_KEY = 'x-schema-name';

/** A schema that the document shows once, under its name (`Job`). */
export const named = (name: string, fields: Fields): ObjectSchema =>
  Joi.object(fields).meta({ [NAME_KEY]: name });

/** A point in time as the API answers it: second precision, numeric offset. */
export const timestampOut = (): StringSchema => Joi.string().meta({ format: 'date-time' });

/** A calendar date as the API answers it. */
export const dateOut = (): StringSchema => Joi.string().meta({ format: 'date' });

const requestId = Joi.string().description('Identifies the request for support.');

const success = Joi.boolean().valid(true);

/** The body of a record that was read; `beside` are fields next to `data`. */
export const foundReply = (data: Schema, beside: Fields = {}): ObjectSchema =>
  Joi.object({ success, data, ...beside, request_id: requestId });

const pagination = named('Pagination', {
  page: Joi.number().integer().min(1),
  per_page: Joi.number().integer().min(1).max(100),
  total: Joi.number().integer().min(0),
  total_pages: Joi.number().integer().min(0),
});

/** The body of one page of a list of `row`s. */
export const listedReply = (row: Schema, beside: Fields = {}): ObjectSchema =>
  foundReply(Joi.array().items(row), { ...beside, pagination });

/** The body of a change that was made. */
export const writtenReply = (data: Schema, beside: Fields = {}): ObjectSchema =>
  Joi.object({ success, message: Joi.string(), data, ...beside, request_id: requestId });
