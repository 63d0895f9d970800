import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to PostgreSQL that can be lost at the worst moment. */
export interface LossyProxy {
  /** The same database through this proxy. */
  readonly url: string;
  /** Cuts the client of the next COMMIT off, and holds the COMMIT until `deliver` is called. */
  cutNextCommit(): { readonly isCut: () => boolean; deliver(): void };
  /** Lets nothing more through to the client that next asks what became of a transaction. */
  silenceNextQuestion(): void;
  /** Has the next COMMIT carried out, and lets nothing more through to its client, which stays connected. */
  silenceNextCommit(): void;
  close(): void;
}

const COMMIT = Buffer.from('COMMIT\0');
const QUESTION = Buffer.from('pg_xact_status');

export async function lossyProxy(databaseUrl: string): Promise<LossyProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let atCommit: ((client: Socket, deliver: () => void) => void) | undefined;
  const silenced = new Set<Socket>();
  let isQuestionSilenced = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (chunk: Buffer) => {
      if (isQuestionSilenced && chunk.includes(QUESTION)) {
        isQuestionSilenced = false;
        silenced.add(client);
      }
      if (!atCommit || !chunk.includes(COMMIT)) {
        upstream.write(chunk);
        return;
      }
      atCommit(client, () => upstream.write(chunk));
      atCommit = undefined;
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!silenced.has(client)) client.write(chunk);
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutNextCommit() {
      let deliver: (() => void) | undefined;
      atCommit = (client, write) => {
        deliver = write;
        client.destroy();
      };
      return { isCut: () => deliver !== undefined, deliver: () => deliver?.() };
    },
    silenceNextQuestion() {
      isQuestionSilenced = true;
    },
    silenceNextCommit() {
      atCommit = (client, deliver) => {
        silenced.add(client);
        deliver();
      };
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
