import type * as Api from '@opentelemetry/api';
import type { Attributes, Span, SpanContext, SpanKind } from '@opentelemetry/api';
import type { TraceContext } from '@svc/contracts';
import { tracing } from './start-tracing';

export const isTracing = tracing !== undefined;

export function currentTrace(): TraceContext | undefined {
  if (!tracing) return undefined;
  const { context, propagation } = tracing.api;
  const found: Partial<TraceContext> = {};
  propagation.inject(context.active(), found);
  const { traceparent, tracestate } = found;
  return traceparent ? { traceparent, ...(tracestate && { tracestate }) } : undefined;
}

export interface TracedWork {
  readonly name: string;
  readonly kind: keyof typeof SpanKind;
  /** Names, ids and counts; never addresses, bodies or secrets. */
  readonly attributes: Attributes;
  readonly traces: readonly (TraceContext | undefined)[];
}

/**
 * Runs work in a span.
 *
 * The parent is the first sampled trace, and the others are linked: a single event continues its trace and
 * sampling decision. A new trace per batch would end every trace at the stream.
 */
export async function runInSpan<Result>(
  { name, kind, attributes, traces }: TracedWork,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const { context, trace, SpanKind } = tracing.api;
  const active = context.active();
  const [parent, ...others] = findCauses(traces, tracing.api);
  const span = trace
    .getTracer('field-service-platform')
    .startSpan(
      name,
      { kind: SpanKind[kind], attributes, links: others.map((other) => ({ context: other })) },
      parent ? trace.setSpanContext(active, parent) : active,
    );
  try {
    return await context.with(trace.setSpan(active, span), () => work(span));
  } catch (error) {
    // The error's text may be confidential.
    markSpanFailed(span);
    throw error;
  } finally {
    span.end();
  }
}

export function markSpanFailed(span: Span): void {
  if (tracing) span.setStatus({ code: tracing.api.SpanStatusCode.ERROR });
}

/** Distinct sampled spans; without any, one that is not sampled. */
function findCauses(
  traces: TracedWork['traces'],
  { propagation, trace, ROOT_CONTEXT, TraceFlags }: typeof Api,
): readonly SpanContext[] {
  const causes = new Map<string, SpanContext>();
  for (const each of traces) {
    const cause = each && trace.getSpanContext(propagation.extract(ROOT_CONTEXT, each));
    if (cause) causes.set(cause.spanId, cause);
  }
  const all = [...causes.values()];
  const recorded = all.filter(({ traceFlags }) => (traceFlags & TraceFlags.SAMPLED) !== 0);
  return recorded.length > 0 ? recorded : all.slice(0, 1);
}
