import Joi, { type ObjectSchema, type Schema, type StringSchema } from 'joi';

export type Fields = Readonly<Record<string, Schema>>;

/** Marks schemas that the document defines once and refers to. */
export const NAME_KEY = 'x-schema-name';

export const named = (name: string, fields: Fields): ObjectSchema =>
  Joi.object(fields).meta({ [NAME_KEY]: name });

export const timestampOut = (): StringSchema => Joi.string().meta({ format: 'date-time' });

export const dateOut = (): StringSchema => Joi.string().meta({ format: 'date' });
