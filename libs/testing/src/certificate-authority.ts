import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** In PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export type CertificateAuthority = Awaited<ReturnType<typeof createCertificateAuthority>>;

const HOUR_MS = 3_600_000;

export async function createCertificateAuthority(name = 'Test CA') {
  const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
  const common = {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: hoursFromNow(-2),
  } as const;
  const own = await generate([{ name: 'commonName', value: name }], {
    ...common,
    notAfterDate: hoursFromNow(48),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });

  const certify = async (hosts: readonly string[], notAfterDate: Date): Promise<Certificate> => {
    const made = await generate([{ name: 'commonName', value: 'receiver' }], {
      ...common,
      notAfterDate,
      ca: { key: own.private, cert: own.cert },
      extensions: [{ name: 'subjectAltName', altNames: hosts.map(alternativeName) }],
    });
    return { key: made.private, cert: made.cert };
  };
  return {
    ca: own.cert,
    certify: (...hosts: string[]) => certify(hosts, hoursFromNow(48)),
    certifyUntilAnHourAgo: (...hosts: string[]) => certify(hosts, hoursFromNow(-1)),
  };
}

/** Self-signed, with RSA. */
export async function createSelfSigned(...hosts: string[]): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'rsa',
    keySize: 2_048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: hosts.map(alternativeName) },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** X.509 type 2 is a DNS name, 7 an IP address. */
const alternativeName = (host: string) =>
  isIP(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const);
