import Joi, { type ObjectSchema, type Schema, type StringSchema } from 'joi';

export type ResponseFields = Readonly<Record<string, Schema>>;

export const NAME_KEY = 'x-schema-name';

export const nameSchema = (name: string, fields: ResponseFields): ObjectSchema =>
  Joi.object(fields).meta({ [NAME_KEY]: name });

export const timestampSchema = (): StringSchema => Joi.string().meta({ format: 'date-time' });

export const dateSchema = (): StringSchema => Joi.string().meta({ format: 'date' });
