import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type CollectedSpan = ReturnType<typeof spansIn>[number];

export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>;

/** Indexed by OTLP's numbers. */
const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
const FAILED = 2;

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Pairs };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly kind: number;
  readonly attributes: Pairs;
  readonly events: readonly { readonly name: string; readonly attributes: Pairs }[];
  readonly status: { readonly code: number };
}

type Pairs = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

const valuesOf = (pairs: Pairs): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansIn = ({ resourceSpans }: Sent) =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map((each) => ({
        service,
        name: each.name,
        kind: KINDS[each.kind] ?? 'UNSPECIFIED',
        traceId: each.traceId,
        spanId: each.spanId,
        parentSpanId: each.parentSpanId,
        links: each.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
        attributes: valuesOf(each.attributes),
        events: each.events.map(({ name, attributes }) => ({
          name,
          attributes: valuesOf(attributes),
        })),
        hasFailed: each.status.code === FAILED,
      }));
  });

export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      spans.push(...spansIn(sent as Sent));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const environment: Readonly<Record<string, string>> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  return {
    environment,
    spans,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
