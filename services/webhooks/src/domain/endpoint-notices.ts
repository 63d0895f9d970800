import type { DomainEvent } from '@svc/contracts';
import type { Endpoint, OffReason } from './endpoint';

/** What Owner and Managers of a company are told of an endpoint. */
export interface Notice {
  readonly companyId: number;
  readonly endpointId: number;
  readonly kind: 'endpoint_failing' | 'endpoint_off';
  readonly message: string;
  readonly createdAt: Date;
}

const WHY: Readonly<Record<OffReason, string>> = {
  failing_for_days: 'every attempt of the last 3 days failed',
  deliveries_failed: 'its last 5 deliveries failed after their last attempt',
  gone: 'it answered 410 Gone',
};

export const offNotice = (endpoint: Endpoint, reason: OffReason, at: Date): Notice => ({
  companyId: endpoint.companyId,
  endpointId: endpoint.id,
  kind: 'endpoint_off',
  message: `The webhook endpoint ${endpoint.url} was switched off: ${WHY[reason]}.`,
  createdAt: at,
});

export const failingNotice = (endpoint: Endpoint, at: Date): Notice => ({
  companyId: endpoint.companyId,
  endpointId: endpoint.id,
  kind: 'endpoint_failing',
  message: `A delivery to the webhook endpoint ${endpoint.url} failed for good; after 5 in a row it is switched off.`,
  createdAt: at,
});

/** Has the dashboard, which knows who Owner and Managers are, pass a notice on. */
export const noticeEvent = ({ version, url }: Endpoint, notice: Notice): DomainEvent => ({
  type: `webhook.${notice.kind}`,
  companyId: notice.companyId,
  recordId: notice.endpointId,
  version,
  occurredAt: notice.createdAt,
  actor: 'scheduled',
  data: { url, message: notice.message },
});
