import { toMode } from '@svc/contracts';
import { createCachePerKey } from '@svc/kernel';
import { selectSigningSecrets } from '../domain/signing-secret';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { ClaimedDelivery, ClaimedEndpoint } from '../persistence/claim-deliveries';
import { decryptHeaders, decryptSecrets } from '../persistence/endpoint-repository';
import type { SecretBox } from '../persistence/secret-box';
import { createMessage, type DeliveryTarget, type WebhookMessage } from './attempt-delivery';
import type { StartReadingRecords } from './read-records';

export interface PreparedClaim {
  /** Rejects while the record's owner does not respond. */
  getMessage(event: WebhookEventRecord): Promise<WebhookMessage>;
  getTarget(delivery: ClaimedDelivery, endpoint: ClaimedEndpoint): DeliveryTarget;
}

export interface PrepareDependencies {
  readonly startReadingRecords: StartReadingRecords;
  readonly box: SecretBox;
  readonly now: () => Date;
}

export function prepareClaim(
  deliveries: readonly ClaimedDelivery[],
  { startReadingRecords, box, now }: PrepareDependencies,
): PreparedClaim {
  const sendable = deliveries.filter(({ endpoint }) => endpoint && !endpoint.obstacle);
  // Keyed by object: another company's or context's event may have the same id.
  const findRecord = startReadingRecords([
    ...new Map(sendable.map((each) => [each.event, each])).values(),
  ]);
  const messages = createCachePerKey<WebhookEventRecord, Promise<WebhookMessage>>();
  const targets = createCachePerKey<number, DeliveryTarget>();
  return {
    getMessage: (event) =>
      messages(event, async () => createMessage(event, await findRecord(event))),
    getTarget: ({ companyId, sandboxOf, endpointId }, endpoint) =>
      targets(endpointId, () => ({
        companyId,
        endpointId,
        url: new URL(endpoint.url),
        secrets: selectSigningSecrets(decryptSecrets(box, companyId, endpoint), now()),
        mode: toMode({ sandboxOf }),
        ownHeaders: decryptHeaders(box, companyId, endpoint),
      })),
  };
}
