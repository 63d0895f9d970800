import type { ProcessName } from '@svc/contracts';
import { internalSecretOf, publicKeysFrom } from './internal-keys';

export interface PlatformSecrets {
  readonly internalSecret: string;
  /** 32 bytes in base64; two values while it is rotated. */
  readonly encryptionKey: string;
}

const ENCRYPTING: readonly ProcessName[] = ['gateway', 'webhooks'];

export const secretVariablesOf = (
  process: ProcessName,
  { internalSecret, encryptionKey }: PlatformSecrets,
): Record<string, string> => ({
  INTERNAL_SECRET: internalSecretOf(process, internalSecret),
  INTERNAL_PUBLIC_KEYS: publicKeysFrom(internalSecret),
  ...(ENCRYPTING.includes(process) && { ENCRYPTION_KEY: encryptionKey }),
});
