import type { ProcessName } from '@svc/contracts';
import { deriveInternalSecret, derivePublicKeys } from './internal-keys';

export interface PlatformSecrets {
  readonly internalSecret: string;
  /** 32 bytes in base64; two values while it is rotated. */
  readonly encryptionKey: string;
}

const ENCRYPTING: readonly ProcessName[] = ['gateway', 'webhooks'];

export const createSecretVariables = (
  process: ProcessName,
  { internalSecret, encryptionKey }: PlatformSecrets,
): Record<string, string> => ({
  INTERNAL_SECRET: deriveInternalSecret(process, internalSecret),
  INTERNAL_PUBLIC_KEYS: derivePublicKeys(internalSecret),
  ...(ENCRYPTING.includes(process) && { ENCRYPTION_KEY: encryptionKey }),
});
