import type { Answer } from '@svc/http';
import Joi, { isSchema, type ObjectSchema, type Schema } from 'joi';
import { fieldsOf, schemaOf } from './answer-schema';
import { named, type Fields } from './vocabulary';

type Data = Schema | Answer<never, object>;

const dataOf = (data: Data): Schema => (isSchema(data) ? data : schemaOf(data));

type Beside = Answer<never, object>;

const besideOf = (beside: Beside | undefined): Fields => (beside ? fieldsOf(beside) : {});

const requestId = Joi.string().description('Identifies the request for support.');

const success = Joi.boolean().valid(true);

export const foundReply = (data: Data): ObjectSchema => readReply(dataOf(data));

export const foundAllReply = (row: Data, beside?: Beside): ObjectSchema =>
  readReply(Joi.array().items(dataOf(row)), besideOf(beside));

const readReply = (data: Schema, beside: Fields = {}): ObjectSchema =>
  Joi.object({ success, data, ...beside, request_id: requestId });

const pagination = named('Pagination', {
  page: Joi.number().integer().min(1),
  per_page: Joi.number().integer().min(1).max(100),
  total: Joi.number().integer().min(0),
  total_pages: Joi.number().integer().min(0),
});

const cursorPagination = named('CursorPagination', {
  per_page: Joi.number().integer().min(1).max(100),
  has_more: Joi.boolean().description('Whether more can be read at once.'),
  next_cursor: Joi.string().description('From here the next read goes on, now or later.'),
});

interface ListParts {
  readonly removed?: Data;
  readonly beside?: Beside;
}

export const listedReply = (row: Data, { removed, beside }: ListParts = {}): ObjectSchema => {
  const data = removed ? Joi.alternatives(dataOf(row), dataOf(removed)) : dataOf(row);
  return readReply(Joi.array().items(data), {
    ...besideOf(beside),
    pagination: Joi.alternatives(pagination, cursorPagination),
  });
};

export const writtenReply = (data: Data, beside?: Beside): ObjectSchema =>
  Joi.object({
    success,
    message: Joi.string(),
    data: dataOf(data),
    ...besideOf(beside),
    request_id: requestId,
  });
