import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateAuthority } from '../../libs/testing/src/certificate-authority';

/** A certificate for receivers of webhooks on this machine, and the authority that signed it. */
export async function certify(dir: string): Promise<void> {
  const { ca, certify: sign } = await certificateAuthority();
  const { key, cert } = await sign('127.0.0.1');
  writeFileSync(join(dir, 'ca.pem'), ca);
  writeFileSync(join(dir, 'receiver.key'), key);
  writeFileSync(join(dir, 'receiver.pem'), cert);
}
