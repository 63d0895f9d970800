import { fields, type ResponseFormat } from '@svc/http';
import type { OperationDocumentation } from './documentation';
import { EXAMPLE_REQUEST_ID } from './errors';
import { createListedReply } from './replies';

interface HistoryOf {
  readonly record: string;
  readonly reply: ResponseFormat<never, object>;
  readonly changes: readonly object[];
  readonly more?: string;
  readonly beside?: object;
}

export const documentHistory = ({
  record,
  reply,
  changes,
  more = '',
  beside = {},
}: HistoryOf): OperationDocumentation => ({
  summary: `List the changes of one ${record}`,
  description: [
    `Every change of the ${record}, newest first, or by cursor from the creation on: when, from where,`,
    'by whom, and each field before and after; the creation changes none. Values stand as the API shows the field; names are those',
    'of now.',
    more,
  ]
    .join(' ')
    .trim(),
  query: fields.listQuery,
  reply: createListedReply(reply),
  status: 200,
  example: {
    success: true,
    data: [
      {
        version: 2,
        time: '2026-03-09T16:40:12-04:00',
        source: 'ui',
        person_id: 5,
        ...beside,
        changes,
      },
      {
        version: 1,
        time: '2026-03-02T09:15:00-05:00',
        source: 'api_key:4',
        person_id: null,
        ...beside,
        changes: [],
      },
    ],
    pagination: { page: 1, per_page: 50, total: 2, total_pages: 1 },
    request_id: EXAMPLE_REQUEST_ID,
  },
  errors: ['not_found'],
});
