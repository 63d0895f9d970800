import { ERROR_STATUS, type ErrorCode } from '@svc/contracts/errors';

/** The query of `GET request-log`. */
export interface LoggedRequestsQuery {
  readonly status?: StatusClass | undefined;
  readonly error?: ErrorCode | undefined;
  readonly key_id?: number | undefined;
  readonly method?: RequestMethod | undefined;
  readonly request_id?: string | undefined;
  /** A text that the address holds. */
  readonly address?: string | undefined;
  /** Both inclusive; without an offset in the company's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number;
  readonly per_page?: number;
}

/** One of `GET request-log`, the newest first, and `GET request-log/:request_id[?operation]`. */
export interface LoggedRequestAnswer {
  readonly request_id: string;
  /** Of a refused operation of a bulk: its place in `operations`, from 0. Null of a request by itself. */
  readonly operation: number | null;
  readonly time: string;
  readonly key_id: number;
  readonly key_name: string;
  readonly method: string;
  /** Path and query, without secrets. */
  readonly address: string;
  readonly status: number;
  readonly error: string | null;
  /** The first 2 KB, without secrets; null where there was none or it was not read. */
  readonly body: string | null;
}

/** One of `GET request-log/keys`: whose requests may be there, those that were revoked too. */
export interface LoggedKeyAnswer {
  readonly key_id: number;
  readonly name: string;
}

/** The methods of the API. */
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type RequestMethod = (typeof REQUEST_METHODS)[number];

/** The error codes that the API answers. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as readonly ErrorCode[];

/** Refused, and failed. */
export const STATUS_CLASSES = ['4xx', '5xx'] as const;

export type StatusClass = (typeof STATUS_CLASSES)[number];
