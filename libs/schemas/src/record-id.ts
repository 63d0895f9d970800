import Joi, { type NumberSchema } from 'joi';

/**
 * The id of a record as a value of JSON: `isRecordNumber` in the words of Joi, which refuses by itself
 * what is too large to be exact.
 */
export const recordId = (): NumberSchema => Joi.number().integer().min(1);
