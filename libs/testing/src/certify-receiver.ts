import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertificateAuthority } from './certificate-authority';

/** Writes `receiver.key`, `receiver.pem` and `ca.pem`. */
export async function certifyReceiver(dir: string): Promise<void> {
  const { ca, certify } = await createCertificateAuthority();
  const { key, cert } = await certify('127.0.0.1');
  writeFileSync(join(dir, 'ca.pem'), ca);
  writeFileSync(join(dir, 'receiver.key'), key);
  writeFileSync(join(dir, 'receiver.pem'), cert);
}
