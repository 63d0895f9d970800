import type * as Api from '@opentelemetry/api';
import type { Attributes, Span, SpanContext, SpanKind } from '@opentelemetry/api';
import type { TraceContext } from '@svc/contracts';
import { tracing } from './start-tracing';

/** Whether this process traces what it does. */
export const isTracing = tracing !== undefined;

/** The trace of what is under way; undefined where there is none. */
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
  /** Names, ids and counts; never an address, a body or a secret. */
  readonly attributes: Attributes;
  /** The traces of what the work is done for, which may be several things at once. */
  readonly traces: readonly (TraceContext | undefined)[];
}

/**
 * Does work within a span, in the trace of what it is done for, or else of what is under way.
 *
 * A span has one parent. Of several traces that is the first one that is recorded, and the span is
 * linked to the others. So the trace of an event that comes alone goes on, and what its sampling decided
 * holds. A trace of a batch's own would be sampled anew, and end every trace at the stream.
 */
export async function inSpan<Result>(
  { name, kind, attributes, traces }: TracedWork,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work();
  const { context, trace, SpanKind } = tracing.api;
  const active = context.active();
  const [parent, ...others] = causesIn(traces, tracing.api);
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
    // Without the error's text, which may hold what has no place in a trace.
    markFailed(span);
    throw error;
  } finally {
    span.end();
  }
}

export function markFailed(span: Span): void {
  if (tracing) span.setStatus({ code: tracing.api.SpanStatusCode.ERROR });
}

/** The spans in which recorded traces were passed on, each once; where none is recorded, one that is not. */
function causesIn(
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
