import { MAX_RESPONSE_BYTES, TOKEN_REJECTED_HEADER } from '@svc/contracts';
import { errors, Pool, type Dispatcher } from 'undici';
import {
  isConnectError,
  IDLE_CONNECTION_MS,
  toAddressOutcome,
  createServiceAddresses,
  isConnectionReset,
  type AcquiredAddress,
} from './service-addresses';

export interface ServiceHttpRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | null;
  /** Set for a POST that changes nothing, which may be repeated. */
  readonly isRead?: boolean;
  readonly signal?: AbortSignal;
}

export interface ServiceResponse {
  readonly status: number;
  readonly contentType: string;
  readonly isTokenRejected: boolean;
  readonly body: Buffer;
}

export class ResponseTooLarge extends Error {
  constructor(cause: unknown) {
    super(`The service's response is longer than ${MAX_RESPONSE_BYTES} bytes.`, { cause });
    this.name = 'ResponseTooLarge';
  }
}

export interface ServiceConnection {
  /** @throws where no address responds in time, or the response is too large */
  send(request: ServiceHttpRequest): Promise<ServiceResponse>;
  hasAnotherWorkingAddress(): boolean;
  close(): Promise<void>;
}

/**
 * Connects to a service at one or several addresses.
 *
 * A request that did not reach the service is sent to another address; a read is also repeated once after
 * a connection reset, which may only mean that the service stops.
 */
export function connectToService(
  urls: string,
  settings: Pick<Pool.Options, 'connections'> = {},
): ServiceConnection {
  const addresses = createServiceAddresses<Pool>({
    urls,
    open: ({ origin, certificateName }) =>
      new Pool(origin, {
        ...settings,
        maxResponseSize: MAX_RESPONSE_BYTES,
        keepAliveTimeout: IDLE_CONNECTION_MS,
        keepAliveMaxTimeout: IDLE_CONNECTION_MS,
        ...(certificateName && { connect: { servername: certificateName } }),
      }),
    close: (pool) => pool.close(),
  });

  async function sendTo(
    address: AcquiredAddress<Pool>,
    request: ServiceHttpRequest,
  ): Promise<ServiceResponse> {
    try {
      const { statusCode, headers, body } = await address.link.request(request);
      const bytes = await body.bytes().catch((error: Error) => {
        if (error instanceof errors.ResponseExceededMaxSizeError) throw new ResponseTooLarge(error);
        if (error.name === 'TimeoutError') throw error;
        throw new Error('The service ended its response early.', { cause: error });
      });
      addresses.release(address, toAddressOutcome(headers));
      return {
        status: statusCode,
        contentType: String(headers['content-type'] ?? ''),
        isTokenRejected: headers[TOKEN_REJECTED_HEADER] !== undefined,
        body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      };
    } catch (error) {
      addresses.release(address, error instanceof ResponseTooLarge ? 'responded' : 'failed');
      throw error;
    }
  }

  return {
    async send(request) {
      const isRead = request.method === 'GET' || request.isRead === true;
      const tried = new Set<AcquiredAddress<Pool>>();
      let address = addresses.acquire();
      for (;;) {
        tried.add(address);
        try {
          return await sendTo(address, request);
        } catch (error) {
          const isRepeatable =
            isConnectError(error) || (isRead && tried.size === 1 && isConnectionReset(error));
          const other = isRepeatable ? addresses.acquireOther(tried) : undefined;
          if (!other) throw error;
          address = other;
        }
      }
    },
    hasAnotherWorkingAddress: addresses.hasAnotherWorkingAddress,
    close: addresses.close,
  };
}
