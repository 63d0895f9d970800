import { MAX_BULK_OPERATIONS } from '@svc/contracts';
import { bulkBody } from '@svc/http';
import Joi from 'joi';
import type { OperationDocumentation } from './documentation';
import { EXAMPLE_REQUEST_ID } from './errors';
import { createWrittenReply } from './replies';

interface BulkExample {
  readonly records: string;
  readonly operations: readonly object[];
  readonly responses: readonly { readonly status: number; readonly body: object }[];
}

const request_id = EXAMPLE_REQUEST_ID;

export const documentBulk = ({
  records,
  operations,
  responses,
}: BulkExample): OperationDocumentation => {
  const done = responses.filter(({ status }) => status < 300).length;
  return {
    summary: `Write ${records} in bulk`,
    description: [
      `Carries out 1 to ${MAX_BULK_OPERATIONS} writes of this collection, each of which names by \`method\`,`,
      '`id`, `location_id` and `sub` the operation that it would be alone. Each is a transaction of its',
      'own, and has in `data`, in the same place, the status and body of a single call:',
      'one that is rejected stops none of the others, and one beyond the scopes of the key is 403.',
      'Operations on the same record are carried out in order. The bulk counts as so many writes, all or none: where',
      'a limit has fewer left, it is rejected with 429 before the first. With an Idempotency-Key each',
      'operation is done once, however often the bulk is repeated: a response that holds a 500 is not',
      'stored, so that a repetition with the same key finishes the rest. Operations that cannot be',
      'started within about five seconds get 500 and have not been started.',
    ].join(' '),
    body: bulkBody,
    requestExample: { operations },
    reply: createWrittenReply(
      Joi.array().items(
        Joi.object({
          status: Joi.number().integer().min(200).max(599).description('Of the single call.'),
          body: Joi.object({}).unknown().description('Of the single call.'),
        }),
      ),
    ),
    status: 200,
    example: {
      success: true,
      message: `${done} of ${responses.length} operations succeeded.`,
      data: responses.map(({ status, body }) => ({ status, body: { ...body, request_id } })),
      request_id,
    },
    errors: ['invalid_json', 'validation_failed'],
  };
};
