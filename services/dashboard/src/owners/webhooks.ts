import { TEST_EVENT_TIMEOUT_MS } from '@svc/contracts';
import { limitPerKey, type Page } from '@svc/kernel';
import type { DeliveredHourAnswer } from '../../contract/overview';
import type {
  AttemptAnswer,
  ChangeEndpointBody,
  DeliveriesQuery,
  DeliveryAnswer,
  EndpointAnswer,
  EndpointSecretAnswer,
  EndpointStateAnswer,
  EndpointsQuery,
  ListedDeliveryAnswer,
  LoggedDeliveryAnswer,
  NewEndpointBody,
} from '../../contract/webhooks';
import { listFrom, type Listed } from './list-from';
import type { Asker, OwnerAnswer, OwnerCall, Owners } from './owners';

/** What the webhooks context calls `id`, as its name is here. */
type Own<Answer, Id extends keyof Answer> = Omit<Answer, Id> & { readonly id: Answer[Id] };

export type OwnDelivery = Own<DeliveryAnswer, 'delivery_id'>;
export type OwnListedDelivery = Own<ListedDeliveryAnswer, 'delivery_id'>;

export interface OwnLoggedDelivery extends OwnListedDelivery {
  readonly attempt_log: readonly Own<AttemptAnswer, 'attempt_id'>[];
}

export interface OwnEndpoint extends Omit<
  EndpointAnswer,
  'endpoint_id' | 'key_name' | 'last_delivery'
> {
  readonly id: number;
  readonly key_id: number | null;
  readonly last_delivery: OwnDelivery | null;
}

export interface OwnEndpointState {
  readonly id: number;
  readonly status: 'on' | 'off';
  readonly delivery: OwnDelivery | null;
}

export type OwnSecret = Own<EndpointSecretAnswer, 'endpoint_id'>;

/** An endpoint, and the key that subscribed where it is a subscription. */
export type EndpointOfKey = Omit<EndpointAnswer, 'key_name'> & { readonly key_id: number | null };

/**
 * Half of a company's writes that the webhooks context works on at a time. A test event lasts for as long
 * as its receiver takes: one that had to wait there first would be late, and that counts against the
 * context, for all companies.
 */
const TESTS_AT_ONCE = 2;

/** Endpoints and the log of their deliveries, of which the webhooks context is the owner. */
export const webhooksOf = ({ admin }: Owners) => {
  const list = listFrom({ admin }, 'webhooks');

  const ask = <Data>(asker: Asker, call: OwnerCall): Promise<OwnerAnswer<Data>> =>
    admin<Data>(asker, 'webhooks', call);

  const post = async <Data>(asker: Asker, path: string, body?: object): Promise<Data> =>
    (await ask<Data>(asker, { method: 'POST', path, body, deadlineMs: TEST_EVENT_TIMEOUT_MS }))
      .data;

  const testInTurn = limitPerKey(TESTS_AT_ONCE);

  return {
    async endpoints(
      asker: Asker,
      wanted: EndpointsQuery,
      { page, perPage }: Page,
    ): Promise<Listed<EndpointOfKey>> {
      const query = { ...wanted, page, per_page: perPage };
      const { rows, total } = await list<OwnEndpoint>(asker, '/dashboard/endpoints', query);
      return { rows: rows.map(endpoint), total };
    },

    /** @throws not_found */
    async endpoint(asker: Asker, id: number): Promise<EndpointOfKey> {
      const call = { method: 'GET', path: `/endpoints/${id}` } as const;
      return endpoint((await ask<OwnEndpoint>(asker, call)).data);
    },

    create: async (asker: Asker, body: NewEndpointBody): Promise<EndpointSecretAnswer> =>
      withSecret(await post(asker, '/endpoints', body)),

    /** @throws not_found */
    async change(asker: Asker, id: number, body: ChangeEndpointBody): Promise<void> {
      await ask(asker, { method: 'PATCH', path: `/endpoints/${id}`, body });
    },

    /** @throws not_found */
    async remove(asker: Asker, id: number): Promise<void> {
      await ask(asker, { method: 'DELETE', path: `/endpoints/${id}` });
    },

    /** Sends a test event, turns on if it is accepted, or turns off. @throws not_found */
    switch: async (
      asker: Asker,
      id: number,
      to: 'ping' | 'on' | 'off',
    ): Promise<EndpointStateAnswer> => {
      const call = () => post<OwnEndpointState>(asker, `/endpoints/${id}/${to}`);
      return state(
        await (to === 'off' ? call() : testInTurn(String(asker.company.companyId), call)),
      );
    },

    /** @throws not_found */
    rotateSecret: async (asker: Asker, id: number): Promise<EndpointSecretAnswer> =>
      withSecret(await post(asker, `/endpoints/${id}/rotate`)),

    async deliveries(
      asker: Asker,
      { endpoint_id, event, status, from, to }: DeliveriesQuery,
      { page, perPage }: Page,
    ): Promise<Listed<ListedDeliveryAnswer>> {
      const filter = { endpoint: endpoint_id, event, status, from, to };
      const query = { ...filter, page, per_page: perPage };
      const found = await list<OwnListedDelivery>(asker, '/dashboard/deliveries', query);
      return { rows: found.rows.map(delivery), total: found.total };
    },

    /** Of this hour and the 24 before it. */
    async deliveriesByHour(asker: Asker): Promise<readonly DeliveredHourAnswer[]> {
      const call = { method: 'GET', path: '/dashboard/deliveries-by-hour' } as const;
      return (await ask<readonly DeliveredHourAnswer[]>(asker, call)).data;
    },

    /** By its own id or that of an attempt. @throws not_found */
    async delivery(asker: Asker, id: string): Promise<LoggedDeliveryAnswer> {
      const path = `/delivery?id=${encodeURIComponent(id)}`;
      const { data } = await ask<OwnLoggedDelivery>(asker, { method: 'GET', path });
      const { attempt_log: attempts, ...rest } = data;
      return { ...delivery(rest), attempt_log: attempts.map(attempt) };
    },

    /** @throws not_found */
    resend: async (asker: Asker, id: string): Promise<DeliveryAnswer> =>
      delivery(await post<OwnDelivery>(asker, '/deliveries/resend', { delivery_id: id })),

    /** Answers how many, of one endpoint or of all that are on. */
    async resendFailed(asker: Asker, since: string, endpointId?: number): Promise<number> {
      const path =
        endpointId === undefined ? '/deliveries/resend-failed' : `/endpoints/${endpointId}/resend`;
      return (await post<{ readonly resent: number }>(asker, path, { since })).resent;
    },
  };
};

export type Webhooks = ReturnType<typeof webhooksOf>;

const delivery = <Rest extends object>({ id, ...rest }: Rest & { readonly id: string }) => ({
  delivery_id: id,
  ...rest,
});

const attempt = ({ id, ...rest }: Own<AttemptAnswer, 'attempt_id'>): AttemptAnswer => ({
  attempt_id: id,
  ...rest,
});

const endpoint = ({ id, last_delivery: last, ...rest }: OwnEndpoint): EndpointOfKey => ({
  endpoint_id: id,
  ...rest,
  last_delivery: last && delivery(last),
});

const withSecret = ({ id, ...rest }: OwnSecret): EndpointSecretAnswer => ({
  endpoint_id: id,
  ...rest,
});

const state = ({ id, status, delivery: test }: OwnEndpointState): EndpointStateAnswer => ({
  endpoint_id: id,
  status,
  delivery: test && delivery(test),
});
