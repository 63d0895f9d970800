import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority of the test's own. */
export interface Authority {
  readonly ca: string;
  /** A certificate that it signs for these names and addresses. */
  certify(...subjects: string[]): Certificate;
  close(): void;
}

const openssl = (...args: string[]): void => {
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function authority(): Authority {
  const dir = mkdtempSync(join(tmpdir(), 'webhooks-ca-'));
  const file = (name: string): string => join(dir, name);
  const caFiles = ['-keyout', file('ca.key'), '-out', file('ca.pem')];
  openssl('req', '-x509', ...NEW_KEY, ...caFiles, '-days', '2', '-subj', '/CN=Test CA');
  let made = 0;
  return {
    ca: readFileSync(file('ca.pem'), 'utf8'),
    certify(...subjects) {
      made += 1;
      const [key, csr, cert, ext] = ['key', 'csr', 'pem', 'ext'].map((kind) =>
        file(`${made}.${kind}`),
      ) as [string, string, string, string];
      const names = subjects.map((each) => `${/^[\d.:]+$/.test(each) ? 'IP' : 'DNS'}:${each}`);
      writeFileSync(ext, `subjectAltName=${names.join()}\n`);
      openssl('req', ...NEW_KEY, '-keyout', key, '-out', csr, '-subj', '/CN=receiver');
      const signing = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial'];
      openssl('x509', '-req', '-in', csr, ...signing, '-out', cert, '-days', '2', '-extfile', ext);
      return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    },
    close: () => rmSync(dir, { recursive: true }),
  };
}
