import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Certificate } from '@svc/testing';

/** With a longer modulus, OpenSSL limits public exponents to 64 bits. */
const MODULUS_BYTES = 3_072 / 8;

/**
 * An untrusted chain with the longest possible public exponents: checking a signature takes
 * hundreds of times as long as usual.
 */
export function slowCertificates(count: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const chain = Array.from({ length: count }, (_, index) =>
    certificate(
      `${index}`,
      `${index + 1}`,
      index === 0 ? publicKey.export({ format: 'der', type: 'spki' }) : slowKey(),
    ),
  );
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    cert: chain.map(pem).join(''),
  };
}

function slowKey(): Buffer {
  const n = randomBytes(MODULUS_BYTES);
  n[0] = 0xff;
  n[MODULUS_BYTES - 1] = 0xff;
  const e = Buffer.alloc(MODULUS_BYTES, 0xff);
  e[0] = 0x7f;
  const jwk = { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
}

const SEQUENCE = 0x30;
const SET = 0x31;
/** sha256WithRSAEncryption without parameters. */
const SIGNATURE_ALGORITHM = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** DER (RFC 5280, 4.1). The signature is checked, and wrong. */
function certificate(subject: string, issuer: string, publicKey: Buffer): Buffer {
  const version = Buffer.from('a003020102', 'hex');
  const validity = der(SEQUENCE, utcTime('200101000000Z'), utcTime('491231235959Z'));
  const signed = der(
    SEQUENCE,
    version,
    der(0x02, Buffer.from([1])),
    SIGNATURE_ALGORITHM,
    nameOf(issuer),
    validity,
    nameOf(subject),
    publicKey,
    AUTHORITY,
  );
  const wrong = Buffer.alloc(MODULUS_BYTES, 1);
  return der(SEQUENCE, signed, SIGNATURE_ALGORITHM, der(0x03, Buffer.from([0]), wrong));
}

/** Extensions: it may sign others. */
const AUTHORITY = Buffer.from('a3133011300f0603551d130101ff040530030101ff', 'hex');

const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));

const nameOf = (common: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(common)))));

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(value)]), value]);
}

function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
