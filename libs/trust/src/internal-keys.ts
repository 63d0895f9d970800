import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { PROCESSES, type ProcessName } from '@svc/contracts';

export interface InternalVariables {
  readonly INTERNAL_SECRET: readonly string[];
  readonly INTERNAL_PUBLIC_KEYS: PublicKeys;
}

/** Several per process while its secret is rotated. */
export type PublicKeys = ReadonlyMap<ProcessName, readonly string[]>;

const KEY_BYTES = 32;

/** RFC 8410: the bytes before the seed of an Ed25519 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const deriveBytes = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

export const deriveSigningKey = (secret: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, deriveBytes(secret, 'fsm signing key')]),
    format: 'der',
    type: 'pkcs8',
  });

/** 32 bytes in base64url. */
export const derivePublicKey = (secret: string): string =>
  String(createPublicKey(deriveSigningKey(secret)).export({ format: 'jwk' }).x);

export const toVerifyingKey = (publicKey: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });

const deriveSecret = (root: string, process: ProcessName): string =>
  deriveBytes(root, `fsm secret of ${process}`).toString('base64url');

const splitRoots = (internalSecret: string): string[] =>
  internalSecret.split(',').map((root) => root.trim());

export const deriveInternalSecret = (process: ProcessName, internalSecret: string): string =>
  splitRoots(internalSecret)
    .map((root) => deriveSecret(root, process))
    .join();

export const derivePublicKeys = (internalSecret: string): string =>
  PROCESSES.flatMap((process) =>
    splitRoots(internalSecret).map(
      (root) => `${process}=${derivePublicKey(deriveSecret(root, process))}`,
    ),
  ).join();

/** Rejects other spellings of the same bytes, since decoding ignores some bits. */
const isPublicKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === KEY_BYTES && bytes.toString('base64url') === text;
};

const isProcess = (name: string): name is ProcessName =>
  (PROCESSES as readonly string[]).includes(name);

/**
 * Reads `gateway=KEY,jobs=KEY,…`.
 *
 * @throws for malformed text, and for a key shared by two processes, which could sign for each other
 */
export function readPublicKeys(text: string): PublicKeys {
  const keys = new Map<ProcessName, string[]>();
  const owners = new Map<string, ProcessName>();
  for (const entry of text.split(',')) {
    const [name = '', key = '', ...rest] = entry.trim().split('=');
    if (!isProcess(name) || !isPublicKey(key) || rest.length > 0) {
      throw new Error('it must be a comma-separated list of process=key');
    }
    if ((owners.get(key) ?? name) !== name) throw new Error('two processes share a key');
    owners.set(key, name);
    keys.set(name, [...(keys.get(name) ?? []), key]);
  }
  return keys;
}
