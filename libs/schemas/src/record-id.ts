import Joi, { type NumberSchema } from 'joi';

export const recordId = (): NumberSchema => Joi.number().integer().min(1);
