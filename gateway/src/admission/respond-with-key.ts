import type { GatewayResponse } from './response';
import type { Exchange } from './exchange';
import type { ApiKey } from '../keys/key';
import { keyResponse } from '../keys/key-response';

/** The response to `getKey`, the only operation of the gateway itself. */
export function respondWithKey({ id }: Pick<Exchange, 'id'>, key: ApiKey): GatewayResponse {
  const data = keyResponse.present(key, { zone: key.company.zone, showsTechnicians: false });
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ success: true, data, request_id: id }),
  };
}
