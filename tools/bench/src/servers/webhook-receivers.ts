import { createServer } from 'node:https';
import type { Certificate } from '@svc/testing';
import { getWallTimeMs } from '../clock';
import { listenLocally } from './listen';

export interface ReceiverSettings {
  readonly certificate: Certificate;
  readonly answering: number;
  readonly silent: number;
}

export interface Arrival {
  /** Silent receivers come after the others. */
  readonly receiver: number;
  readonly eventId: string;
  /** By the wall clock. */
  readonly at: number;
}

export interface Arrived {
  /** Counts each event once per responding receiver. */
  readonly deliveries: number;
  readonly firstAt: number;
}

export type ReceiversRequest =
  | { readonly start: ReceiverSettings }
  | { readonly forget: true }
  | { readonly count: true }
  | { readonly list: true };

const ANSWER = 'ok';
const EVENT_ID = 'x-svc-event-id';

export function createWebhookReceivers(): (request: ReceiversRequest) => Promise<unknown> {
  let arrivals: Arrival[] = [];
  const deliveries = new Set<string>();

  const startReceiver = ({ key, cert }: Certificate, receiver: number, isSilent: boolean) =>
    listenLocally(
      createServer({ key, cert }, (request, response) => {
        const at = getWallTimeMs();
        const eventId = String(request.headers[EVENT_ID]);
        arrivals.push({ receiver, eventId, at });
        request.resume();
        if (isSilent) return;
        deliveries.add(`${receiver} ${eventId}`);
        request.once('end', () => {
          response.writeHead(200, { 'content-length': ANSWER.length }).end(ANSWER);
        });
      }),
    );

  const count = (): Arrived => ({
    deliveries: deliveries.size,
    firstAt: arrivals[0]?.at ?? Number.NaN,
  });

  return async (request) => {
    if ('start' in request) {
      const { certificate, answering, silent } = request.start;
      return Promise.all(
        Array.from({ length: answering + silent }, (_, receiver) =>
          startReceiver(certificate, receiver, receiver >= answering),
        ),
      );
    }
    if ('forget' in request) {
      arrivals = [];
      deliveries.clear();
    }
    return 'list' in request ? arrivals : count();
  };
}
