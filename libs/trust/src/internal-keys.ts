import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { PROCESSES, type ProcessName } from '@svc/contracts';

/** The environment variables of a process that concern its keys. */
export interface InternalVariables {
  /** INTERNAL_SECRET: the process's own; the first value signs. */
  readonly INTERNAL_SECRET: readonly string[];
  readonly INTERNAL_PUBLIC_KEYS: PublicKeys;
}

/** The public keys of each process; it has several while its secret is rotated. */
export type PublicKeys = ReadonlyMap<ProcessName, readonly string[]>;

const KEY_BYTES = 32;

/** RFC 8410: the seed of an Ed25519 key in PKCS #8 follows these bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const derived = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

/** The Ed25519 key that is derived from a secret. */
export const signingKeyOf = (secret: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, derived(secret, 'fsm signing key')]),
    format: 'der',
    type: 'pkcs8',
  });

/** The public key that belongs to a secret: 32 bytes in base64url. */
export const publicKeyOf = (secret: string): string =>
  String(createPublicKey(signingKeyOf(secret)).export({ format: 'jwk' }).x);

/** Verifies what was signed by the holder of a public key. */
export const verifyingKeyOf = (publicKey: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });

/** Derives the secret of one process from the one secret of all; the derivation cannot be reversed. */
const secretOf = (root: string, process: ProcessName): string =>
  derived(root, `fsm secret of ${process}`).toString('base64url');

/** The values of an environment variable: one secret, or two while it is rotated. */
const rootsIn = (internalSecret: string): string[] =>
  internalSecret.split(',').map((root) => root.trim());

/** INTERNAL_SECRET of one process, derived from the one secret of all. */
export const internalSecretOf = (process: ProcessName, internalSecret: string): string =>
  rootsIn(internalSecret)
    .map((root) => secretOf(root, process))
    .join();

/** INTERNAL_PUBLIC_KEYS of all processes, derived from one secret, or from two while it is rotated. */
export const publicKeysFrom = (internalSecret: string): string =>
  PROCESSES.flatMap((process) =>
    rootsIn(internalSecret).map((root) => `${process}=${publicKeyOf(secretOf(root, process))}`),
  ).join();

/** Checks the exact spelling: decoding ignores some bits, so that one key could be written in several ways. */
const isPublicKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === KEY_BYTES && bytes.toString('base64url') === text;
};

const isProcess = (name: string): name is ProcessName =>
  (PROCESSES as readonly string[]).includes(name);

/**
 * Reads `gateway=KEY,jobs=KEY,…`.
 *
 * @throws Error when it is anything else, or when two processes have the same key: they could then sign
 * for each other.
 */
export function readPublicKeys(text: string): PublicKeys {
  const keys = new Map<ProcessName, string[]>();
  const owners = new Map<string, ProcessName>();
  for (const entry of text.split(',')) {
    const [name = '', key = '', ...rest] = entry.trim().split('=');
    if (!isProcess(name) || !isPublicKey(key) || rest.length > 0) {
      throw new Error('it is no comma-separated list of process=key');
    }
    if ((owners.get(key) ?? name) !== name) throw new Error('two processes have one key in it');
    owners.set(key, name);
    keys.set(name, [...(keys.get(name) ?? []), key]);
  }
  return keys;
}
