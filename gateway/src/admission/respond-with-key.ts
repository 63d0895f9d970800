import { DomainError, ERROR_STATUS, parseQuery, splitTarget } from '@svc/contracts';
import {
  createErrorBody,
  createUnknownInput,
  fields,
  findUnknownParameters,
  STRICT_APPLIED,
} from '@svc/http';
import type { GatewayResponse } from './response';
import type { Exchange } from './exchange';
import type { ApiKey } from '../keys/key';
import { keyResponse } from '../keys/key-response';

const NO_FILTERS = fields.object({});

/** The response to `getKey`, the only operation of the gateway itself. */
export function respondWithKey(
  { id, request }: Pick<Exchange, 'id' | 'request'>,
  key: ApiKey,
): GatewayResponse {
  const unknown = createUnknownInput(request.headers['prefer']?.toString() ?? '');
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    ...(unknown.isStrict && STRICT_APPLIED),
  };
  const query = parseQuery(splitTarget(request.url ?? '').query);
  try {
    unknown.report(findUnknownParameters(NO_FILTERS, query, []));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const body = JSON.stringify(createErrorBody(error, id));
    return { status: ERROR_STATUS[error.code], headers, body };
  }
  const data = keyResponse.present(key, { zone: key.company.zone, showsTechnicians: false });
  return {
    status: 200,
    headers,
    body: JSON.stringify({ success: true, data, request_id: id }),
    ignoredNames: unknown.listIgnored(),
  };
}
