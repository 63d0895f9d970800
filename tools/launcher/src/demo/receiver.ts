import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { findFreePort } from '@svc/local-servers';
import type { DataFolder } from '../data-folder';
import type { DemoEndpoint } from './week';

export type DemoReceiver = NonNullable<Awaited<ReturnType<typeof startDemoReceiver>>>;

export interface ReceiverOptions {
  readonly endpoints: readonly DemoEndpoint[];
  readonly folder: DataFolder;
  readonly env: NodeJS.ProcessEnv;
  readonly report: (line: string) => void;
}

/**
 * Another loopback address than 127.0.0.1, so that the exception for the demo does not open other local
 * servers to webhooks.
 */
const ADDRESS = '127.83.0.1';

/** Longer than any data folder is kept. */
const VALID_MS = 20 * 365 * 86_400_000;

interface Identity {
  readonly port: number;
  readonly key: string;
  readonly cert: string;
}

/** Undefined if the system lacks the address. */
export async function startDemoReceiver(options: ReceiverOptions) {
  const { endpoints, folder, env, report } = options;
  const kept = folder.read<Identity>('demo-receiver.json');
  const { port, key, cert } = kept ?? (await createIdentity());
  const turns = new Map(endpoints.map(({ path, answers }) => [path, inTurn(answers)]));
  const server = createServer({ key, cert }, (request, response) => {
    const status = turns.get(request.url ?? '')?.() ?? 404;
    request.resume().once('end', () => response.writeHead(status).end(BODIES[status]));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, ADDRESS, resolve);
    });
  } catch (error) {
    const reason = String(Reflect.get(Object(error), 'code'));
    report(`Could not start the demo's webhook receiver at ${ADDRESS}:${port} (${reason})`);
    return undefined;
  }
  if (!kept) folder.write('demo-receiver.json', { port, key, cert });
  const { NODE_EXTRA_CA_CERTS: others, WEBHOOK_ALLOWED_NETWORKS: networks } = env;
  const trusted = [...(others ? [readFileSync(others, 'utf8')] : []), cert];
  writeFileSync(folder.pathOf('demo-receiver.pem'), trusted.join('\n'));
  return {
    /** Stable per data folder. */
    url: `https://${ADDRESS}:${port}`,
    /** Settings that allow only webhooks to deliver to it. */
    variables: {
      NODE_EXTRA_CA_CERTS: folder.pathOf('demo-receiver.pem'),
      WEBHOOK_ALLOWED_NETWORKS: [...(networks ? [networks] : []), `${ADDRESS}/32`].join(','),
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const BODIES: Readonly<Record<number, string>> = {
  200: '{"received":true}',
  404: 'Not found.',
  503: 'Too busy, try again.',
};

function inTurn(statuses: readonly number[]): () => number {
  let count = 0;
  return () => statuses[count++ % statuses.length] ?? 404;
}

/** Loading the package takes a third of a second: a folder keeps its identity. */
async function createIdentity(): Promise<Identity> {
  const { generate } = await import('selfsigned');
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'Receiver of the demo company' }],
    {
      keyType: 'ec',
      algorithm: 'sha256',
      notAfterDate: new Date(Date.now() + VALID_MS),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: ADDRESS }] }],
    },
  );
  return { port: await findFreePort(), key, cert };
}
