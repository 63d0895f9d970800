import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

/** Resolves when a part works; the error's message says what is wrong with it. */
export type Check = () => void | Promise<void>;

export interface Health {
  /** Adds a part to /readyz, in the order in which they are added. */
  readyWhen(part: string, check: Check): void;
  /** Each part with `ok` or what is wrong with it. */
  report(): Promise<Readonly<Record<string, string>>>;
}

const CHECK_TIMEOUT_MS = 2_000;

async function outcomeOf(check: Check): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, `no answer within ${CHECK_TIMEOUT_MS} ms`);
  });
  const outcome = Promise.resolve()
    .then(check)
    .then(
      () => 'ok',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function health(): Health {
  const checks = new Map<string, Check>();
  return {
    readyWhen: (part, check) => void checks.set(part, check),

    async report() {
      const outcomes = [...checks].map(
        async ([part, check]) => [part, await outcomeOf(check)] as const,
      );
      return Object.fromEntries(await Promise.all(outcomes));
    },
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

/** The listener for probes and Prometheus: /livez, /readyz and /metrics. */
export function metricsServer({ report }: Health, registry: Registry): Server {
  const pages: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/livez': async (response) => send(response, 200, 'text/plain', 'ok\n'),

    '/readyz': async (response) => {
      const parts = await report();
      const ready = Object.values(parts).every((outcome) => outcome === 'ok');
      const body = JSON.stringify({ ready, parts });
      send(response, ready ? 200 : 503, 'application/json', `${body}\n`);
    },

    '/metrics': async (response) =>
      send(response, 200, registry.contentType, await registry.metrics()),
  };
  return createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (!page || request.method !== 'GET') {
      send(response, 404, 'text/plain', 'not found\n');
      return;
    }
    page(response).catch((error: unknown) =>
      send(response, 500, 'text/plain', `${error instanceof Error ? error.message : error}\n`),
    );
  });
}
