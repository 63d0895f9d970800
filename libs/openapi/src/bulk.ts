import { MAX_BULK_OPERATIONS } from '@svc/contracts';
import { bulkBody } from '@svc/http';
import Joi from 'joi';
import type { OperationDocumentation } from './documentation';
import { EXAMPLE_REQUEST_ID } from './errors';
import { createWrittenReply } from './replies';

interface BulkExample {
  readonly records: string;
  readonly operations: readonly object[];
  readonly answers: readonly { readonly status: number; readonly body: object }[];
}

const request_id = EXAMPLE_REQUEST_ID;

export const documentBulk = ({
  records,
  operations,
  answers,
}: BulkExample): OperationDocumentation => {
  const done = answers.filter(({ status }) => status < 300).length;
  return {
    summary: `Write ${records} in bulk`,
    description: [
      `Carries out 1 to ${MAX_BULK_OPERATIONS} writes of this collection, each of which names by \`method\`,`,
      '`id`, `location_id` and `sub` the operation that it would be alone. Each is a transaction of its',
      'own, and is answered in `data`, in the same place, with the status and body of a single call:',
      'one that is refused keeps none of the others back, and one beyond the scopes of the key is 403.',
      'Operations on the same record are carried out in order. The bulk counts as so many writes, all or none: where',
      'a limit has fewer left, it is refused with 429 before the first. With an Idempotency-Key each',
      'operation is done once, however often the bulk is repeated: an answer that holds a 500 is not',
      'kept, so that a repetition with the same key finishes what is left. Operations that cannot be',
      'begun in about five seconds are answered with 500 and have not been begun.',
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
      message: `${done} of ${answers.length} operations succeeded.`,
      data: answers.map(({ status, body }) => ({ status, body: { ...body, request_id } })),
      request_id,
    },
    errors: ['invalid_json', 'validation_failed'],
  };
};
