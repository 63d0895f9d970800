import type { Answer } from '@svc/http';
import Joi, { isSchema, type ObjectSchema, type Schema } from 'joi';
import { schemaOf } from './answer-schema';
import { named, type Fields } from './vocabulary';

/** What a reply is about: the answer that is presented, or the schema of anything else. */
type Data = Schema | Answer<never, object>;

const dataOf = (data: Data): Schema => (isSchema(data) ? data : schemaOf(data));

const requestId = Joi.string().description('Identifies the request for support.');

const success = Joi.boolean().valid(true);

/** The body of a record that was read; `beside` are fields next to `data`. */
export const foundReply = (data: Data, beside: Fields = {}): ObjectSchema =>
  Joi.object({ success, data: dataOf(data), ...beside, request_id: requestId });

const pagination = named('Pagination', {
  page: Joi.number().integer().min(1),
  per_page: Joi.number().integer().min(1).max(100),
  total: Joi.number().integer().min(0),
  total_pages: Joi.number().integer().min(0),
});

/** The body of one page of a list of `row`s. */
export const listedReply = (row: Data, beside: Fields = {}): ObjectSchema =>
  foundReply(Joi.array().items(dataOf(row)), { ...beside, pagination });

/** The body of a change that was made. */
export const writtenReply = (data: Data, beside: Fields = {}): ObjectSchema =>
  Joi.object({
    success,
    message: Joi.string(),
    data: dataOf(data),
    ...beside,
    request_id: requestId,
  });
