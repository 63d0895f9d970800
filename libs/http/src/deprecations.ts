import type { Deprecation } from '@svc/contracts';
import type { AnySchema, Description, ObjectSchema } from 'joi';
import type { Context } from 'koa';

/** In the document, too: what a deprecated field carries. */
const META = { since: 'x-deprecated-since', sunset: 'x-sunset' } as const;

/** A field of a body, or a parameter, that will go; not one within another. */
export const deprecated = <Schema extends AnySchema>(
  field: Schema,
  { since, sunset }: Deprecation,
): Schema => field.meta({ deprecated: true, [META.since]: since, [META.sunset]: sunset }) as Schema;

type Deprecations = ReadonlyMap<string, Deprecation>;

/** The deprecated fields of a schema; undefined where it has none, as nearly all. */
export function deprecatedIn(schema: ObjectSchema | undefined): Deprecations | undefined {
  const keys = (schema?.describe().keys ?? {}) as Readonly<Record<string, Description>>;
  const found = Object.entries(keys).flatMap(([name, { metas = [] }]) => {
    const meta = Object.assign({}, ...metas) as Readonly<Record<string, string | undefined>>;
    const [since, sunset] = [meta[META.since], meta[META.sunset]];
    return since && sunset ? [[name, { since, sunset }] as const] : [];
  });
  return found.length > 0 ? new Map(found) : undefined;
}

/** Those of them that an input names. */
export const usedOf = (deprecations: Deprecations | undefined, input: unknown): Deprecation[] =>
  deprecations && typeof input === 'object' && input !== null
    ? [...deprecations].flatMap(([name, each]) => (Object.hasOwn(input, name) ? [each] : []))
    : [];

/** Where changes of the API are told. */
const LINK = '</docs>; rel="deprecation"; type="text/html"';

/**
 * Says in an answer that its request used something deprecated: since when the first of it is (RFC 9745),
 * and when the first of it goes (RFC 8594).
 */
export function announceDeprecations(ctx: Context, used: readonly Deprecation[]): void {
  if (used.length === 0) return;
  const first = (day: keyof Deprecation): number =>
    Math.min(...used.map((each) => Date.parse(each[day])));
  ctx.set({
    Deprecation: `@${first('since') / 1_000}`,
    Sunset: new Date(first('sunset')).toUTCString(),
    Link: LINK,
  });
}
