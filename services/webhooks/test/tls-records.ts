import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Certificate } from '@svc/testing';

/** Handled inside TLS, invisible to applications. */
export type Unheard = 'session tickets' | 'new keys';

export interface UnheardOptions {
  readonly what: Unheard;
  readonly answer?: string;
}

export interface UnheardReceiver {
  readonly port: number;
  readonly open: () => number;
  close(): Promise<void>;
}

export const ALERT = 21;
export const APPLICATION_DATA = 23;
const HANDSHAKE = 22;
const TAG_BYTES = 16;
const MAX_TICKET_BYTES = 16_000;
const BLOCK_BYTES = 16_000;

export async function unheardReceiver(
  certificate: Certificate,
  { what, answer }: UnheardOptions,
): Promise<UnheardReceiver> {
  const secrets = new Map<number, string>();
  /** By port of the connection. */
  const whenAsked = new Map<number, () => void>();
  const tls = createTlsServer(
    { ...certificate, minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256' },
    (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        whenAsked.get(Number(socket.remotePort))?.();
        if (answer !== undefined) socket.write(answer);
      });
    },
  );
  tls.on('tlsClientError', () => undefined);
  tls.on('keylog', (line: Buffer, { remotePort }: TLSSocket) => {
    const [label, , secret = ''] = line.toString().trim().split(' ');
    if (label === 'SERVER_TRAFFIC_SECRET_0') secrets.set(Number(remotePort), secret);
  });
  const tlsPort = await listen(tls);
  const open = new Set<Socket>();
  const wires = createServer((incoming) => {
    open.add(incoming);
    const outgoing = connect(tlsPort, '127.0.0.1');
    const sent: Buffer[] = [];
    let isLast = false;
    let isSpeaking = false;
    const speak = (): void => {
      isSpeaking = true;
      const secret = String(secrets.get(Number(outgoing.localPort)));
      const speaker = speakerAfter(Buffer.concat(sent), what, secret);
      flood(incoming, speaker);
    };
    incoming
      .on('error', () => undefined)
      .once('close', () => {
        open.delete(incoming);
        outgoing.destroy();
      });
    outgoing.on('error', () => undefined);
    outgoing.on('data', (bytes) => {
      // The receiver's own records, such as its first tickets, use the same numbers.
      if (isSpeaking) return;
      sent.push(bytes);
      incoming.write(bytes);
      if (isLast) speak();
    });
    incoming.pipe(outgoing);
    outgoing.once('connect', () => {
      whenAsked.set(Number(outgoing.localPort), () => {
        if (answer !== undefined) isLast = true;
        else speak();
      });
    });
  });
  const port = await listen(wires);
  return {
    port,
    open: () => open.size,
    async close() {
      for (const socket of open) socket.destroy();
      for (const server of [wires, tls]) {
        server.close();
        await once(server, 'close');
      }
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Speaker {
  unheard(): Buffer;
}

function speakerAfter(sentBefore: Buffer, what: Unheard, firstSecret: string): Speaker {
  let secret: Buffer = Buffer.from(firstSecret, 'hex');
  let protection = protectionBy(secret);
  let sequence = protection.countIn(sentBefore);
  const ticket = newSessionTicket();
  const next = (message: Buffer, type: number): Buffer =>
    protection.record(message, type, sequence++);
  return {
    unheard() {
      if (what === 'session tickets') return next(ticket, HANDSHAKE);
      const record = next(KEY_UPDATE, HANDSHAKE);
      secret = expand(secret, 'traffic upd', 32);
      protection = protectionBy(secret);
      sequence = 0;
      return record;
    },
  };
}

/** Only complete records count. */
export function recordTypesIn(sent: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at + 5 <= sent.length;) {
    const end = at + 5 + sent.readUInt16BE(at + 3);
    if (end <= sent.length) types.push(sent.readUInt8(at));
    at = end;
  }
  return types;
}

/** Writes at the reader's speed; yields, because the reader may be this process. */
function flood(wire: Socket, speaker: Speaker): void {
  const nextBlock = (): Buffer => {
    const records: Buffer[] = [];
    for (let bytes = 0; bytes < BLOCK_BYTES; bytes += records.at(-1)?.length ?? 0) {
      records.push(speaker.unheard());
    }
    return Buffer.concat(records);
  };
  const write = (): void => {
    if (!wire.destroyed) wire.write(nextBlock(), () => setImmediate(write));
  };
  write();
}

/** RFC 8446, 4.6.3: requests one in return. */
const KEY_UPDATE = Buffer.from([24, 0, 0, 1, 1]);

/** RFC 8446, 4.6.1. */
function newSessionTicket(): Buffer {
  const ticket = Buffer.alloc(MAX_TICKET_BYTES);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(ticket.length);
  const lifetimeAndAge = Buffer.from([0, 0, 0, 60, 0, 0, 0, 0]);
  const noNonce = Buffer.from([0]);
  const noExtensions = Buffer.from([0, 0]);
  const body = Buffer.concat([lifetimeAndAge, noNonce, length, ticket, noExtensions]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  head[0] = 4;
  return Buffer.concat([head, body]);
}

/** Record protection by TLS_AES_128_GCM_SHA256 (RFC 8446, 5.2 and 7.1). */
function protectionBy(secret: Buffer) {
  const [key, iv] = [expand(secret, 'key', 16), expand(secret, 'iv', 12)];
  const nonceOf = (sequence: number): Buffer => {
    const nonce = Buffer.from(iv);
    nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ sequence) >>> 0, 8);
    return nonce;
  };
  const opens = (head: Buffer, sealed: Buffer, sequence: number): boolean => {
    const decipher = createDecipheriv('aes-128-gcm', key, nonceOf(sequence));
    decipher.setAAD(head).setAuthTag(sealed.subarray(-TAG_BYTES));
    decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
      return true;
    } catch {
      return false;
    }
  };
  return {
    record(message: Buffer, type: number, sequence: number): Buffer {
      const plain = Buffer.concat([message, Buffer.from([type])]);
      const head = Buffer.from([APPLICATION_DATA, 3, 3, 0, 0]);
      head.writeUInt16BE(plain.length + TAG_BYTES, 3);
      const cipher = createCipheriv('aes-128-gcm', key, nonceOf(sequence)).setAAD(head);
      return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    /** Counts records protected by this secret; earlier ones use another. */
    countIn(sent: Buffer): number {
      let count = 0;
      for (let at = 0; at < sent.length;) {
        const end = at + 5 + sent.readUInt16BE(at + 3);
        const isProtected = sent[at] === APPLICATION_DATA;
        if (isProtected && opens(sent.subarray(at, at + 5), sent.subarray(at + 5, end), count)) {
          count += 1;
        }
        at = end;
      }
      return count;
    },
  };
}

/** HKDF-Expand-Label without a context, for at most one block. */
function expand(secret: Buffer, name: string, length: number): Buffer {
  const label = Buffer.from(`tls13 ${name}`);
  const info = Buffer.concat([Buffer.from([0, length, label.length]), label, Buffer.from([0, 1])]);
  return createHmac('sha256', secret).update(info).digest().subarray(0, length);
}
