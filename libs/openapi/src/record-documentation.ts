import type { ResponseFormat, ListOperation, ReadOperation, WriteOperation } from '@svc/http';
import type { OperationDocumentation } from './documentation';
import { EXAMPLE_REQUEST_ID } from './errors';
import { createFoundReply, createListedReply, createWrittenReply } from './replies';

const getExample = ({ name, example }: ResponseFormat<never, object>): object => {
  if (!example) throw new Error(`${name ?? 'A response'} has no example.`);
  return example;
};

export const documentList = <Query, Row>({
  summary,
  description,
  query,
  response,
  removed,
  errors = [],
}: ListOperation<Query, Row>): OperationDocumentation => ({
  summary,
  description,
  query,
  reply: createListedReply(response, removed && { removed }),
  status: 200,
  example: {
    success: true,
    data: [getExample(response)],
    pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
    request_id: EXAMPLE_REQUEST_ID,
  },
  errors,
});

export const documentGet = <Query, Source>({
  summary,
  description,
  query,
  response,
  errors = [],
}: ReadOperation<Query, Source>): OperationDocumentation => ({
  summary,
  description,
  ...(query && { query }),
  reply: createFoundReply(response),
  status: 200,
  isVersioned: true,
  example: { success: true, data: getExample(response), request_id: EXAMPLE_REQUEST_ID },
  errors,
});

export const documentCreate = <Body, Source>(
  operation: WriteOperation<Body, Source>,
): OperationDocumentation => documentWrite(operation, 201);

export const documentUpdate = <Body, Source>(
  operation: WriteOperation<Body, Source>,
): OperationDocumentation => documentWrite(operation, 200);

const documentWrite = <Body, Source>(
  {
    summary,
    description,
    body,
    requestExample,
    response,
    message,
    example,
    errors = [],
  }: WriteOperation<Body, Source>,
  status: 200 | 201,
): OperationDocumentation => ({
  summary,
  description,
  body,
  requestExample,
  reply: createWrittenReply(response),
  status,
  example: {
    success: true,
    message,
    data: example ?? getExample(response),
    request_id: EXAMPLE_REQUEST_ID,
  },
  errors,
});
