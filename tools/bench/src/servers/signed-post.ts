import { createHmac, randomUUID } from 'node:crypto';
import { request, type Agent } from 'node:https';

export interface SignedPost {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
}

export function sendSignedPost(
  agent: Agent,
  secret: string,
  { url, eventId, body }: SignedPost,
): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const standard = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${eventId}.${timestamp}.${body}`)
    .digest('base64');
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-svc-event-id': eventId,
          'x-svc-event-type': 'job.updated',
          'x-svc-delivery-id': randomUUID(),
          'x-svc-timestamp': String(timestamp),
          'x-svc-signature': `t=${timestamp},v1=${signature}`,
          'webhook-id': eventId,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${standard}`,
        },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    )
      .once('error', reject)
      .end(body);
  });
}
