import type { Answer, ListOperation, ReadOperation, WriteOperation } from '@svc/http';
import type { OperationDocumentation } from './documentation';
import { EXAMPLE_REQUEST_ID } from './errors';
import { foundReply, listedReply, writtenReply } from './replies';

const exampleOf = ({ name, example }: Answer<never, object>): object => {
  if (!example) throw new Error(`${name ?? 'A response'} has no example.`);
  return example;
};

export const listDocumentation = <Query, Row>({
  summary,
  description,
  query,
  shown,
  removed,
  errors = [],
}: ListOperation<Query, Row>): OperationDocumentation => ({
  summary,
  description,
  query,
  reply: listedReply(shown, removed && { removed }),
  status: 200,
  example: {
    success: true,
    data: [exampleOf(shown)],
    pagination: { page: 1, per_page: 50, total: 1, total_pages: 1 },
    request_id: EXAMPLE_REQUEST_ID,
  },
  errors,
});

export const getDocumentation = <Query, Source>({
  summary,
  description,
  query,
  shown,
  errors = [],
}: ReadOperation<Query, Source>): OperationDocumentation => ({
  summary,
  description,
  ...(query && { query }),
  reply: foundReply(shown),
  status: 200,
  isVersioned: true,
  example: { success: true, data: exampleOf(shown), request_id: EXAMPLE_REQUEST_ID },
  errors,
});

export const createDocumentation = <Body, Source>(
  operation: WriteOperation<Body, Source>,
): OperationDocumentation => writeDocumentation(operation, 201);

export const updateDocumentation = <Body, Source>(
  operation: WriteOperation<Body, Source>,
): OperationDocumentation => writeDocumentation(operation, 200);

const writeDocumentation = <Body, Source>(
  {
    summary,
    description,
    body,
    requestExample,
    shown,
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
  reply: writtenReply(shown),
  status,
  example: {
    success: true,
    message,
    data: example ?? exampleOf(shown),
    request_id: EXAMPLE_REQUEST_ID,
  },
  errors,
});
