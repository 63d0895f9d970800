import type { ResponseFormat } from '@svc/http';
import Joi, { isSchema, type ObjectSchema, type Schema } from 'joi';
import { toResponseFields, toResponseSchema } from './response-schema';
import { nameSchema, type ResponseFields } from './vocabulary';

type Data = Schema | ResponseFormat<never, object>;

const toDataSchema = (data: Data): Schema => (isSchema(data) ? data : toResponseSchema(data));

type Beside = ResponseFormat<never, object>;

const toBesideFields = (beside: Beside | undefined): ResponseFields =>
  beside ? toResponseFields(beside) : {};

const requestId = Joi.string().description('Identifies the request for support.');

const success = Joi.boolean().valid(true);

export const createFoundReply = (data: Data): ObjectSchema => createReply(toDataSchema(data));

export const createUnpagedReply = (row: Data, beside?: Beside): ObjectSchema =>
  createReply(Joi.array().items(toDataSchema(row)), toBesideFields(beside));

const createReply = (data: Schema, beside: ResponseFields = {}): ObjectSchema =>
  Joi.object({ success, data, ...beside, request_id: requestId });

const pagination = nameSchema('Pagination', {
  page: Joi.number().integer().min(1),
  per_page: Joi.number().integer().min(1).max(100),
  total: Joi.number().integer().min(0),
  total_pages: Joi.number().integer().min(0),
});

const cursorPagination = nameSchema('CursorPagination', {
  per_page: Joi.number().integer().min(1).max(100),
  has_more: Joi.boolean().description('Whether more can be read at once.'),
  next_cursor: Joi.string().description('From here the next read goes on, now or later.'),
});

interface ListParts {
  /** False where a list is read by page only. */
  readonly hasCursor?: boolean;
  readonly removed?: Data;
  readonly beside?: Beside;
}

export const createListedReply = (
  row: Data,
  { removed, beside, hasCursor = true }: ListParts = {},
): ObjectSchema => {
  const data = removed
    ? Joi.alternatives(toDataSchema(row), toDataSchema(removed))
    : toDataSchema(row);
  return createReply(Joi.array().items(data), {
    ...toBesideFields(beside),
    pagination: hasCursor ? Joi.alternatives(pagination, cursorPagination) : pagination,
  });
};

/** A list that is read by cursor only. */
export const createChangesReply = (row: Data): ObjectSchema =>
  createReply(Joi.array().items(toDataSchema(row)), { pagination: cursorPagination });

export const createWrittenReply = (data: Data, beside?: Beside): ObjectSchema =>
  Joi.object({
    success,
    message: Joi.string(),
    data: toDataSchema(data),
    ...toBesideFields(beside),
    request_id: requestId,
  });
