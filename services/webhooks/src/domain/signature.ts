import { createHmac } from 'node:crypto';

/** What a request is signed for. */
export interface Signed {
  readonly eventId: string;
  readonly body: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

export const SECRET_PREFIX = 'whsec_';

/** The value of X-SVC-Signature: one `v1` for each secret, the newest first. */
export function svcSignature({ body, timestamp }: Signed, secrets: readonly string[]): string {
  const values = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  );
  return [`t=${timestamp}`, ...values].join(',');
}

/** The value of `webhook-signature` by Standard Webhooks, whose key is what the secret encodes. */
export const standardSignature = (
  { eventId, body, timestamp }: Signed,
  secrets: readonly string[],
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64url');
      const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`);
      return `v1,${signature.digest('base64')}`;
    })
    .join(' ');
