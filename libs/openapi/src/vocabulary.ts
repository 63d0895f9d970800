import Joi, { type ObjectSchema, type Schema, type StringSchema } from 'joi';

/** Documented fields of an answer or of a part of one. */
export type Fields = Readonly<Record<string, Schema>>;

/** Marks a schema that gets a name in the document and is referred to wherever it is used. */
export const NAME_KEY = 'x-schema-name';

/** A schema that the document shows once, under its name (`Job`). */
export const named = (name: string, fields: Fields): ObjectSchema =>
  Joi.object(fields).meta({ [NAME_KEY]: name });

/** A point in time as the API answers it: second precision, numeric offset. */
export const timestampOut = (): StringSchema => Joi.string().meta({ format: 'date-time' });

/** A calendar date as the API answers it. */
export const dateOut = (): StringSchema => Joi.string().meta({ format: 'date' });
