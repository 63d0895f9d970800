import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTEXT_HEADER, type Caller } from '@svc/contracts';
import { serviceClient, verifyCaller, type ServiceClient } from '@svc/http';
import { TEST_SECRET } from '@svc/testing';
import type { Owner } from '../src/projections/projection';

type Card = Readonly<Record<string, unknown>>;

/** The contexts that own what jobs point to, as one small server that answers their internal reads. */
export interface OwnersStandIn {
  readonly clients: Readonly<Record<Owner, ServiceClient>>;
  /** Lets a company have a record, under the path of its reads. */
  keep(path: string, companyId: number, id: number, card: Card): void;
  /** What was asked, and on whose behalf. */
  readonly asked: { readonly url: string; readonly caller: Caller }[];
  /** Whether reads are answered; a failing owner answers 503. */
  isUp: boolean;
  close(): Promise<void>;
}

export async function ownersStandIn(now: () => Date): Promise<OwnersStandIn> {
  const cards = new Map<string, Map<number, Card>>();
  const asked: OwnersStandIn['asked'] = [];

  const cardsOf = (path: string, companyId: number): Map<number, Card> => {
    const key = `${companyId} ${path}`;
    const known = cards.get(key) ?? new Map<number, Card>();
    cards.set(key, known);
    return known;
  };

  function answer(url: URL, caller: Caller): Card[] {
    const known = cardsOf(url.pathname, caller.companyId);
    const ids = url.searchParams.get('ids')?.split(',').map(Number);
    if (ids) return ids.map((id) => known.get(id)).filter((card) => card !== undefined);
    const after = Number(url.searchParams.get('after'));
    const limit = Number(url.searchParams.get('limit'));
    const inOrder = [...known].sort(([one], [other]) => one - other);
    return inOrder
      .filter(([id]) => id > after)
      .slice(0, limit)
      .map(([, card]) => card);
  }

  const standIn = { isUp: true };
  const server = createServer((request, response) => {
    const header = String(request.headers[CONTEXT_HEADER]);
    const caller = verifyCaller(header, [TEST_SECRET], now().getTime());
    if (caller?.reach !== 'internal') return send(response, 401, []);
    asked.push({ url: request.url ?? '', caller });
    if (!standIn.isUp) return send(response, 503, []);
    return send(response, 200, answer(new URL(request.url ?? '', 'http://owner'), caller));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const clientOf = (context: Owner): ServiceClient =>
    serviceClient({ context, url: `http://127.0.0.1:${port}`, secret: TEST_SECRET, now });
  const clients = {
    customers: clientOf('customers'),
    technicians: clientOf('technicians'),
    assets: clientOf('assets'),
  };
  return Object.assign(standIn, {
    clients,
    asked,
    keep: (path: string, companyId: number, id: number, card: Card) =>
      void cardsOf(path, companyId).set(id, card),
    async close() {
      await Promise.all(Object.values(clients).map((client) => client.close()));
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const send = (response: ServerResponse, status: number, data: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: status === 200, data }));
};
