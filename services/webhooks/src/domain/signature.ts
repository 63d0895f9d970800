import { createHmac } from 'node:crypto';

export interface SignedContent {
  readonly eventId: string;
  readonly body: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

export const SECRET_PREFIX = 'whsec_';

/** X-SVC-Signature, newest secret first. */
export function createSvcSignature(
  { body, timestamp }: SignedContent,
  secrets: readonly string[],
): string {
  const values = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  );
  return [`t=${timestamp}`, ...values].join(',');
}

/** `webhook-signature` of Standard Webhooks; the key is the decoded secret. */
export const createStandardSignature = (
  { eventId, body, timestamp }: SignedContent,
  secrets: readonly string[],
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64url');
      const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`);
      return `v1,${signature.digest('base64')}`;
    })
    .join(' ');
