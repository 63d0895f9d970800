import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const listenLocally = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.keepAliveTimeout = 75_000;
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
