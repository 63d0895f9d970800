import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import type * as Api from '@opentelemetry/api';
import type * as Http from '@opentelemetry/instrumentation-http';
import type * as Pg from '@opentelemetry/instrumentation-pg';
import type * as Undici from '@opentelemetry/instrumentation-undici';
import type * as Sdk from '@opentelemetry/sdk-node';
import { redactAddress, CONTEXT_HEADER } from '@svc/contracts';

interface Tracing {
  readonly api: typeof Api;
  shutdown(): Promise<void>;
}

/**
 * Loads OpenTelemetry only if an exporter is set. The build loads this module first, since only packages
 * loaded later can be traced.
 */
function startTracing({ env, argv }: NodeJS.Process): Tracing | undefined {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return undefined;
  const load = createRequire(__filename);
  const { NodeSDK, core } = load('@opentelemetry/sdk-node') as typeof Sdk;
  const { HttpInstrumentation } = load('@opentelemetry/instrumentation-http') as typeof Http;
  const { PgInstrumentation } = load('@opentelemetry/instrumentation-pg') as typeof Pg;
  const { UndiciInstrumentation } = load('@opentelemetry/instrumentation-undici') as typeof Undici;
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
        // Calls that leave the platform carry no trace id and are not traced: their addresses may hold
        // secrets.
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

/** Query values never reach a trace. */
const NO_VALUES: Api.Attributes = { 'url.query': undefined };

const NOBODY: Api.Attributes = {
  'client.address': undefined,
  'network.peer.address': undefined,
  'network.peer.port': undefined,
  'user_agent.original': undefined,
};

const withoutQuery = (path: string | null | undefined): string => path?.split('?')[0] ?? '';

/** Hides path segments that the API does not know. */
const shownPath = (path: string | null | undefined): string => redactAddress(withoutQuery(path));

/** Propagates traces but accepts none: a client must not decide what is sampled. */
const withoutTakingOver = (propagator: Api.TextMapPropagator): Api.TextMapPropagator => ({
  inject: (context, carrier, setter) => propagator.inject(context, carrier, setter),
  extract: (context) => context,
  fields: () => propagator.fields(),
});

export const tracing = startTracing(process);

export const stopTracing = async (): Promise<void> => tracing?.shutdown();
