import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { createCertificateAuthority, type Certificate, type CertificateAuthority } from '../src';

let authority: CertificateAuthority;
beforeAll(async () => {
  authority = await createCertificateAuthority();
});

/** Whether a client that trusts only `ca` connects. */
async function handshake(certificate: Certificate, ca: string, servername = ''): Promise<string> {
  const server = createServer({ ...certificate }, (socket) => socket.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, ca, servername });
  try {
    await once(socket, 'secureConnect');
    return 'trusted';
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  } finally {
    socket.destroy();
    server.close();
  }
}

it('certifies names and addresses for those who trust it', async () => {
  const certificate = await authority.certify('127.0.0.1', '::1', 'receiver.example');

  expect(await handshake(certificate, authority.ca)).toBe('trusted');
  expect(await handshake(certificate, authority.ca, 'receiver.example')).toBe('trusted');
});

it('certifies nothing else', async () => {
  const certificate = await authority.certify('other.example');

  expect(await handshake(certificate, authority.ca)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(await handshake(certificate, authority.ca, 'receiver.example')).toBe(
    'ERR_TLS_CERT_ALTNAME_INVALID',
  );
});

it('is unknown to those who trust another one', async () => {
  const certificate = await authority.certify('127.0.0.1');
  const another = await createCertificateAuthority();

  expect(await handshake(certificate, another.ca)).not.toBe('trusted');
});

it('makes certificates whose time is over', async () => {
  const certificate = await authority.certifyUntilAnHourAgo('127.0.0.1');

  expect(await handshake(certificate, authority.ca)).toBe('CERT_HAS_EXPIRED');
});
