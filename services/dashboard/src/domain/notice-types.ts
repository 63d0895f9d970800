import type {
  EndpointTrouble,
  ExpiringKey,
  LateJob,
  LowItem,
  ReceivedRequest,
} from '@svc/contracts';
import {
  createKeyCreatedMessage,
  createKeyExpiringMessage,
  createKeyRevokedMessage,
  type KeyFacts,
} from './api-key-messages';
import type { Right } from '../../contract/rights';
import {
  createEndpointFailingMessage,
  createEndpointOffMessage,
  shortenUrl,
} from './endpoint-messages';
import { toOneLine, type MessageText, type RecordFacts } from './message';
import type { Notice, NoticeAction, NoticeActions, NoticeKind, NoticeTarget } from './notice';
import {
  createLowItemMessage,
  createJobLateMessage,
  createRequestReceivedMessage,
} from './office-messages';

export interface NoticeFacts {
  readonly 'webhook.endpoint_failing': RecordFacts<EndpointTrouble>;
  readonly 'webhook.endpoint_off': RecordFacts<EndpointTrouble>;
  readonly 'key.created': KeyFacts;
  readonly 'key.expiring': RecordFacts<ExpiringKey>;
  readonly 'key.revoked': KeyFacts;
  readonly 'service_request.created': RecordFacts<ReceivedRequest>;
  readonly 'job.late': RecordFacts<LateJob>;
  readonly 'stock.low': RecordFacts<LowItem>;
}

interface NoticeType<Facts> {
  /** Only people with this right are told. */
  readonly right: Right;
  readonly target: NoticeTarget['kind'];
  /** False for daily work: the office sees it on the pages. */
  readonly isMailed: boolean;
  readonly createMessage: (facts: Facts) => MessageText;
  readonly formatRepeated: (facts: Facts, count: number) => string;
  readonly listActions: (facts: Facts) => NoticeActions;
}

/** Whom each kind of notice is for, its texts, and its links. */
export const NOTICE_TYPES: { readonly [Kind in NoticeKind]: NoticeType<NoticeFacts[Kind]> } = {
  'webhook.endpoint_failing': {
    right: 'webhooks',
    target: 'endpoint',
    isMailed: true,
    createMessage: createEndpointFailingMessage,
    formatRepeated: ({ data }, count) => `${count} deliveries to ${shortenUrl(data.url)} failed`,
    listActions({ id, at, data }) {
      const others = [openEndpoint(id), resendFailed(id, at, data)] as const;
      const { delivery_id: deliveryId } = data;
      if (deliveryId === undefined) return others;
      return [{ name: 'Open delivery', path: `/webhooks/deliveries/${deliveryId}` }, ...others];
    },
  },
  'webhook.endpoint_off': {
    right: 'webhooks',
    target: 'endpoint',
    isMailed: true,
    createMessage: createEndpointOffMessage,
    formatRepeated: ({ data }, count) => `${shortenUrl(data.url)} was turned off ${count} times`,
    listActions: ({ id, at, data }) => [openEndpoint(id), resendFailed(id, at, data)],
  },
  'key.created': {
    right: 'api_keys',
    target: 'key',
    isMailed: true,
    createMessage: createKeyCreatedMessage,
    formatRepeated: formatTimes(createKeyCreatedMessage),
    listActions: ({ key }) => [{ name: 'Review key', path: `/api-keys?id=${key.id}` }],
  },
  'key.expiring': {
    right: 'api_keys',
    target: 'key',
    isMailed: true,
    createMessage: createKeyExpiringMessage,
    formatRepeated: formatTimes(createKeyExpiringMessage),
    listActions: ({ id }) => [{ name: 'Review key', path: `/api-keys?id=${id}` }],
  },
  'key.revoked': {
    right: 'api_keys',
    target: 'key',
    isMailed: true,
    createMessage: createKeyRevokedMessage,
    formatRepeated: formatTimes(createKeyRevokedMessage),
    listActions: ({ key }) => [
      { name: 'View refused requests', path: `/request-log?key_id=${key.id}` },
      { name: 'Open activity', path: '/activity?kind=api_key' },
    ],
  },
  'service_request.created': {
    right: 'read_customers',
    target: 'service_request',
    isMailed: false,
    createMessage: createRequestReceivedMessage,
    formatRepeated: formatTimes(createRequestReceivedMessage),
    listActions: ({ id }) => [{ name: 'Open request', path: `/service-requests/${id}` }],
  },
  'job.late': {
    right: 'read_jobs',
    target: 'job',
    isMailed: false,
    createMessage: createJobLateMessage,
    formatRepeated: formatTimes(createJobLateMessage),
    listActions: ({ id }) => [{ name: 'Open job', path: `/jobs/${id}` }],
  },
  'stock.low': {
    right: 'read_inventory',
    target: 'item',
    isMailed: false,
    createMessage: createLowItemMessage,
    formatRepeated: ({ data }, count) =>
      `${toOneLine(data.part_name)} is low again (${count} times)`,
    listActions: ({ id }) => [{ name: 'Open item', path: `/inventory/${id}` }],
  },
};

export interface NoticeOrigin extends Pick<Notice, 'eventId' | 'companyId' | 'mode'> {
  readonly targetId: number;
}

export function createNotice<Kind extends NoticeKind>(
  kind: Kind,
  facts: NoticeFacts[Kind],
  { targetId, ...origin }: NoticeOrigin,
): Notice {
  const type = NOTICE_TYPES[kind];
  return {
    ...origin,
    kind,
    right: type.right,
    ...type.createMessage(facts),
    target: { kind: type.target, id: targetId },
    actions: type.listActions(facts),
    isMailed: type.isMailed,
    formatRepeated: (count) => type.formatRepeated(facts, count),
  };
}

function formatTimes<Facts>(createMessage: (facts: Facts) => MessageText) {
  return (facts: Facts, count: number): string => `${createMessage(facts).title} (${count} times)`;
}

const openEndpoint = (id: number): NoticeAction => ({
  name: 'Open endpoint',
  path: `/webhooks/${id}`,
});

/** Deliveries are created before their first attempt fails. */
const MARGIN_MS = 5 * 60_000;

function resendFailed(id: number, at: Date, { failing_since: begun }: EndpointTrouble) {
  const sinceMs = (begun === undefined ? at : new Date(begun)).getTime() - MARGIN_MS;
  const query = new URLSearchParams({
    endpoint_id: String(id),
    resend_since: new Date(sinceMs).toISOString(),
  });
  return { name: 'Resend failed since then', path: `/webhooks/deliveries?${query}` };
}
