import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import type * as Api from '@opentelemetry/api';
import type * as Http from '@opentelemetry/instrumentation-http';
import type * as Pg from '@opentelemetry/instrumentation-pg';
import type * as Undici from '@opentelemetry/instrumentation-undici';
import type * as Sdk from '@opentelemetry/sdk-node';
import { addressWithoutValues, CONTEXT_HEADER } from '@svc/contracts';

interface Tracing {
  readonly api: typeof Api;
  /** Sends what is recorded. */
  shutdown(): Promise<void>;
}

/**
 * OpenTelemetry, when an exporter is configured; otherwise it is not loaded at all.
 *
 * It can only trace packages that are loaded after it, so the build loads this module before everything
 * else in a process. The SDK reads its own standard variables.
 */
function startTracing({ env, argv }: NodeJS.Process): Tracing | undefined {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return undefined;
  const load = createRequire(__filename);
  const { NodeSDK, core } = load('@opentelemetry/sdk-node') as typeof Sdk;
  const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http') as typeof Http;
  const { PgInstrumentation } = load('@opentelemetry/instrumentation-pg') as typeof Pg;
  const { UndiciInstrumentation } = load('@opentelemetry/instrumentation-undici') as typeof Undici;
  // dist/jobs/main.js is jobs.
  const name = basename(dirname(argv[1] ?? ''));
  const sdk = new NodeSDK({
    serviceName: env['OTEL_SERVICE_NAME'] ?? name,
    textMapPropagator:
      name === 'gateway' ? withoutTakingOver(new core.W3CTraceContextPropagator()) : undefined,
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        startIncomingSpanHook: ({ url }) => ({
          ...NO_VALUES,
          ...NOBODY,
          'url.path': shownPath(url),
        }),
        startOutgoingSpanHook: ({ protocol = 'http:', hostname, host = hostname, port, path }) => ({
          ...NO_VALUES,
          'url.full': `${protocol}//${host}:${port}${shownPath(path)}`,
        }),
      }),
      new PgInstrumentation({ requireParentSpan: true }),
      new UndiciInstrumentation({
        requireParentforSpans: true,
        // Requests that leave the platform get no trace id, and are not traced: an address may hold a secret.
        ignoreRequestHook: ({ headers }) => !headers.includes(CONTEXT_HEADER),
        startSpanHook: ({ origin, path }) => ({
          ...NO_VALUES,
          'url.full': `${origin}${withoutQuery(path)}`,
        }),
      }),
    ],
  });
  sdk.start();
  return {
    api: load('@opentelemetry/api') as typeof Api,
    shutdown: () => sdk.shutdown(),
  };
}

/** A query has names, addresses and what else is looked for: its values are in no trace, as they are in no log. */
const NO_VALUES: Api.Attributes = { 'url.query': undefined };

/** Nor is who asked from where. */
const NOBODY: Api.Attributes = {
  'client.address': undefined,
  'network.peer.address': undefined,
  'network.peer.port': undefined,
  'user_agent.original': undefined,
};

const withoutQuery = (path: string | null | undefined): string => path?.split('?')[0] ?? '';

/** Of a path that a stranger may have written, or that is passed on, the words that are ours. */
const shownPath = (path: string | null | undefined): string =>
  addressWithoutValues(withoutQuery(path));

/**
 * Passes traces on, and takes none over. A trace that a stranger's request names would decide what is
 * recorded here, and lead to spans that only the stranger has.
 */
const withoutTakingOver = (propagator: Api.TextMapPropagator): Api.TextMapPropagator => ({
  inject: (context, carrier, setter) => propagator.inject(context, carrier, setter),
  extract: (context) => context,
  fields: () => propagator.fields(),
});

/** Undefined where nothing is traced. */
export const tracing = startTracing(process);

/** Sends the traces that are still held back. */
export const stopTracing = async (): Promise<void> => tracing?.shutdown();
