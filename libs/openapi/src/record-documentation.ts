import type { ResponseFormat, ListOperation, ReadOperation, WriteOperation } from '@svc/http';
import type { OperationDocumentation } from './documentation';
import { EXAMPLE_REQUEST_ID } from './errors';
import { createFoundReply, createListedReply, createWrittenReply } from './replies';

const getExample = ({ name, example }: ResponseFormat<never, object>): object => {
  if (!example) throw new Error(`${name ?? 'A response'} has no example.`);
  return example;
};

export const documentList = <Query, Row>({
  response,
  removed,
  errors = [],
  ...operation
}: ListOperation<Query, Row>): OperationDocumentation => ({
  ...operation,
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
  response,
  errors = [],
  ...operation
}: ReadOperation<Query, Source>): OperationDocumentation => ({
  ...operation,
  reply: createFoundReply(response),
  status: 200,
  isVersioned: true,
  example: { success: true, data: getExample(response), request_id: EXAMPLE_REQUEST_ID },
  errors,
});

type WriteWithoutBody<Source> = Omit<WriteOperation<never, Source>, 'body' | 'requestExample'>;

const documentWrite =
  (status: 200 | 201) =>
  <Body, Source>({
    response,
    message,
    example = getExample(response),
    errors = [],
    ...operation
  }: WriteOperation<Body, Source> | WriteWithoutBody<Source>): OperationDocumentation => ({
    ...operation,
    reply: createWrittenReply(response),
    status,
    example: { success: true, message, data: example, request_id: EXAMPLE_REQUEST_ID },
    errors,
  });

export const documentCreate = documentWrite(201);
export const documentUpdate = documentWrite(200);
