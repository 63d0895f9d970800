import { createServer, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { BoundedRequest, limitPiecesAfterResponse } from '@svc/http';
import type { Registry } from 'prom-client';

/** Throws what is wrong with a part. */
export type HealthCheck = () => void | Promise<void>;

export interface ProcessHealth {
  /** Adds a required part to /readyz, in the order of the calls. */
  readyWhen(part: string, check: HealthCheck): void;
  /** Adds a part whose failure only degrades the process. */
  degradedUnless(part: string, check: HealthCheck): void;
  report(): Promise<ReadinessReport>;
}

export interface ReadinessReport {
  readonly ready: boolean;
  /** `ok`, what is wrong, or `degraded: ` and what is wrong. */
  readonly parts: Readonly<Record<string, string>>;
}

const OK = 'ok';
const DEGRADED = 'degraded: ';

const MAX_CHECK_MS = 2_000;

function runCheck(check: HealthCheck): Promise<string> {
  const late = `no response within ${MAX_CHECK_MS} ms`;
  const outcome = Promise.resolve()
    .then(check)
    .then(
      () => OK,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  return Promise.race([outcome, delay(MAX_CHECK_MS, late, { ref: false })]);
}

export function createHealth(): ProcessHealth {
  const checks = new Map<string, { readonly check: HealthCheck; readonly isNeeded: boolean }>();
  return {
    readyWhen: (part, check) => void checks.set(part, { check, isNeeded: true }),

    degradedUnless: (part, check) => void checks.set(part, { check, isNeeded: false }),

    async report() {
      const outcomes = await Promise.all(
        [...checks].map(async ([part, { check, isNeeded }]) => {
          const outcome = await runCheck(check);
          return { part, outcome, isFine: !isNeeded || outcome === OK };
        }),
      );
      return {
        ready: outcomes.every(({ isFine }) => isFine),
        parts: Object.fromEntries(
          outcomes.map(({ part, outcome, isFine }) => [
            part,
            isFine && outcome !== OK ? `${DEGRADED}${outcome}` : outcome,
          ]),
        ),
      };
    },
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'content-type': type, 'content-length': length }).end(body);
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export function createMetricsServer(report: ProcessHealth['report'], registry: Registry): Server {
  const pages: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/livez': async (response) => send(response, 200, 'text/plain', 'ok\n'),

    '/readyz': async (response) => {
      const readiness = await report();
      const status = readiness.ready ? 200 : 503;
      send(response, status, 'application/json', `${JSON.stringify(readiness)}\n`);
    },

    '/metrics': async (response) =>
      send(response, 200, registry.contentType, await registry.metrics()),
  };
  return createServer({ IncomingMessage: BoundedRequest }, (request, response) => {
    limitPiecesAfterResponse(request, response);
    const [path = ''] = (request.url ?? '').split('?');
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (!page || !METHODS.has(request.method ?? '')) {
      send(response, 404, 'text/plain', 'not found\n');
      return;
    }
    page(response).catch((error: unknown) =>
      send(response, 500, 'text/plain', `${error instanceof Error ? error.message : error}\n`),
    );
  });
}
