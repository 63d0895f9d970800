import { getMode } from '@svc/contracts';
import { createCachePerKey } from '@svc/kernel';
import { signingSecrets } from '../domain/signing-secret';
import type { WebhookEventRecord } from '../domain/webhook-body';
import type { Claimed, ClaimedEndpoint } from '../persistence/claim-deliveries';
import { openedSecrets } from '../persistence/endpoint-repository';
import type { SecretBox } from '../persistence/secret-box';
import { messageOf, type Message, type Target } from './attempt-delivery';
import type { RecordReader } from './record-reader';

export interface PreparedClaim {
  /** Rejects while the owner of the event's record does not respond. */
  messageOf(event: WebhookEventRecord): Promise<Message>;
  targetOf(claimed: Claimed, endpoint: ClaimedEndpoint): Target;
}

export interface PrepareDependencies {
  readonly records: RecordReader;
  readonly box: SecretBox;
  readonly now: () => Date;
}

/**
 * Requests all records of a claim together, and builds each body and opens each secret only once.
 */
export function prepareClaim(
  claimed: readonly Claimed[],
  { records, box, now }: PrepareDependencies,
): PreparedClaim {
  const sendable = claimed.filter(({ endpoint }) => endpoint && !endpoint.obstacle);
  // Keyed by object: another company's or context's event may have the same id.
  const findRecord = records([...new Map(sendable.map((each) => [each.event, each])).values()]);
  const messages = createCachePerKey<WebhookEventRecord, Promise<Message>>();
  const targets = createCachePerKey<number, Target>();
  return {
    messageOf: (event) => messages(event, async () => messageOf(event, await findRecord(event))),
    targetOf: ({ companyId, sandboxOf, endpointId }, endpoint) =>
      targets(endpointId, () => ({
        companyId,
        endpointId,
        url: new URL(endpoint.url),
        secrets: signingSecrets(openedSecrets(box, companyId, endpoint), now()),
        mode: getMode({ sandboxOf }),
      })),
  };
}
