import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { createStandardSignature, createSvcSignature } from './signature';
import { createSecrets, createSecret, rotateSecrets, selectSigningSecrets } from './signing-secret';

const body = '{"id":"evt_1","type":"job.created","title":"Caf\u00e9"}';
const at = new Date('2026-03-02T14:15:00Z');
const hours = (count: number): Date => new Date(at.getTime() + count * 3_600_000);

const stripe = new Stripe('sk_test_unused');

describe('svcSignature', () => {
  it('is the hexadecimal HMAC-SHA256 of timestamp, full stop and body', () => {
    // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_test
    expect(
      createSvcSignature({ eventId: 'evt_1', body: '{}', timestamp: 1_700_000_000 }, [
        'whsec_test',
      ]),
    ).toBe('t=1700000000,v1=35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91');
  });

  it('is what the verifier of Stripe accepts, with either of two secrets', () => {
    const [older, newer] = [createSecret(), createSecret()];
    const timestamp = Math.floor(Date.now() / 1_000);
    const header = createSvcSignature({ eventId: 'evt_1', body, timestamp }, [newer, older]);

    expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const secret of [older, newer]) {
      expect(stripe.webhooks.constructEvent(body, header, secret)).toMatchObject({ id: 'evt_1' });
    }
    expect(() => stripe.webhooks.constructEvent(body, header, createSecret())).toThrow();
    expect(() => stripe.webhooks.constructEvent(`${body} `, header, newer)).toThrow();
  });
});

describe('standardSignature', () => {
  it('is what the verifier of Standard Webhooks accepts, with either of two secrets', () => {
    const [older, newer] = [createSecret(), createSecret()];
    const timestamp = Math.floor(Date.now() / 1_000);
    const signature = createStandardSignature({ eventId: 'evt_1', body, timestamp }, [
      newer,
      older,
    ]);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };

    for (const secret of [older, newer]) {
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id: 'evt_1' });
    }
    expect(() => new Webhook(createSecret()).verify(body, headers)).toThrow();
  });
});

describe('newSecret', () => {
  it('holds 32 bytes whose text is the same in base64 and base64url', () => {
    for (let index = 0; index < 200; index += 1) {
      expect(createSecret()).toMatch(/^whsec_[A-Za-z0-9]{43}$/);
    }
  });

  it('draws again when the alphabets would differ', () => {
    const drawn = [Buffer.alloc(32, 0xff), Buffer.alloc(32, 1)];

    expect(createSecret(() => drawn.shift() ?? Buffer.alloc(0))).toBe(
      `whsec_${Buffer.alloc(32, 1).toString('base64url')}`,
    );
  });
});

describe('rotated', () => {
  it('lets both sign for 24 hours, the new one first', () => {
    const secrets = rotateSecrets(createSecrets('one'), 'two', at);

    expect(selectSigningSecrets(createSecrets('one'), at)).toEqual(['one']);
    expect(selectSigningSecrets(secrets, at)).toEqual(['two', 'one']);
    expect(selectSigningSecrets(secrets, new Date(hours(24).getTime() - 1))).toEqual([
      'two',
      'one',
    ]);
    expect(selectSigningSecrets(secrets, hours(24))).toEqual(['two']);
  });

  it('drops the oldest at a second rotation', () => {
    const secrets = rotateSecrets(
      rotateSecrets(createSecrets('one'), 'two', at),
      'three',
      hours(1),
    );

    expect(selectSigningSecrets(secrets, hours(2))).toEqual(['three', 'two']);
  });
});
