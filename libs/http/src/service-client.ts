import { CONTEXT_HEADER, REQUEST_ID_HEADER, type Caller, type ProcessName } from '@svc/contracts';
import type { Trust } from '@svc/trust';
import CircuitBreaker from 'opossum';
import { serviceAt } from './ask-service';

export interface ServiceClientSettings {
  /** The process that is asked; names it in errors. */
  readonly context: ProcessName;
  /** Where it is found, as `<CONTEXT>_URL` has it. */
  readonly url: string;
  /** How the process that asks vouches for a caller. */
  readonly trust: Trust;
  readonly now: () => Date;
  /** From asking to the last byte of the answer. */
  readonly deadlineMs?: number;
}

/** Asks another service, on behalf of a caller. */
export interface ServiceClient {
  /** The `data` of the answer to an internal read; undefined when there is no such record. */
  read<T>(path: string, caller: Caller): Promise<T | undefined>;
  readonly breaker: CircuitBreaker;
  close(): Promise<void>;
}

const DEADLINE_MS = 2_000;

class UnexpectedAnswer extends Error {}

/**
 * A client of one service with keep-alive, a deadline and a breaker.
 *
 * A failed read throws: what depends on an owner that is down is refused, never guessed.
 */
export function serviceClient({
  context,
  url,
  trust,
  now,
  deadlineMs = DEADLINE_MS,
}: ServiceClientSettings): ServiceClient {
  const service = serviceAt(url, { connections: 8 });
  const get = async (path: string, caller: Caller): Promise<unknown> => {
    const vouch = trust.vouchFor({ ...caller, reach: 'internal' });
    const { status, body } = await service.ask({
      method: 'GET',
      path,
      headers: {
        [CONTEXT_HEADER]: vouch({ audience: context }, now().getTime()),
        [REQUEST_ID_HEADER]: caller.requestId,
      },
      signal: AbortSignal.timeout(deadlineMs),
    });
    const answer = JSON.parse(body.toString()) as { data: unknown };
    if (status === 200) return answer.data;
    if (status === 404) return undefined;
    throw new UnexpectedAnswer(`${context} answered ${status} to GET ${path}.`);
  };
  const breaker = new CircuitBreaker(get, {
    name: context,
    timeout: false,
    volumeThreshold: 5,
    errorThresholdPercentage: 50,
    resetTimeout: 2_000,
    // One address that fails says nothing about the others; an answer of the service counts for all.
    errorFilter: (error) =>
      !(error instanceof UnexpectedAnswer) && service.hasAnotherWorkingAddress(),
  });
  return {
    read: async <T>(path: string, caller: Caller) =>
      (await breaker.fire(path, caller)) as T | undefined,
    breaker,
    async close() {
      breaker.shutdown();
      await service.close();
    },
  };
}
