import Joi, { type NumberSchema } from 'joi';

/** The Joi counterpart of `isRecordNumber`. */
export const recordId = (): NumberSchema => Joi.number().integer().min(1);
