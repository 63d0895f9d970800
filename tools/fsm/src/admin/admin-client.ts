import type { FieldError } from '@svc/contracts';
import { Pool } from 'undici';
import { CommandError } from '../command-error';
import type { AdminConnection } from './connection';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export class AdminRejection extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: readonly FieldError[],
    readonly requestId: string,
  ) {
    super(message);
    this.name = 'AdminRejection';
  }
}

export interface AdminClient {
  /** Returns `data`; throws AdminRejection for anything but success. */
  call<Data>(method: Method, path: string, body?: object): Promise<Data>;
  close(): Promise<void>;
}

/** Longer than the admin listener waits for a service. */
const TIMEOUT_MS = 130_000;

interface ResponseBody {
  readonly data?: unknown;
  readonly message: string;
  readonly errors?: readonly FieldError[];
  readonly request_id: string;
}

export function createAdminClient({ url, token }: AdminConnection): AdminClient {
  const pool = new Pool(url, { headersTimeout: TIMEOUT_MS });

  async function send(method: Method, path: string, body?: object) {
    try {
      const response = await pool.request({
        method,
        path,
        headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      const code: unknown = Reflect.get(Object(error), 'code');
      const reason = typeof code === 'string' ? code : 'no response';
      throw new CommandError(`Could not reach the admin listener at ${url} (${reason}).`);
    }
  }

  function parse(text: string): ResponseBody {
    try {
      return JSON.parse(text) as ResponseBody;
    } catch {
      throw new CommandError(`The server at ${url} is not the admin listener. Check the address.`);
    }
  }

  return {
    async call<Data>(method: Method, path: string, body?: object): Promise<Data> {
      const { status, text } = await send(method, path, body);
      const { data, message, errors = [], request_id } = parse(text);
      if (status < 300) return data as Data;
      if (status === 401)
        throw new CommandError(`${url} rejected the token. Check --token or FSM_ADMIN_TOKEN.`);
      throw new AdminRejection(status, message, errors, request_id);
    },
    close: () => pool.close(),
  };
}
