import type { Deprecation } from '@svc/contracts';
import type { AnySchema, Description, ObjectSchema } from 'joi';
import type { Context } from 'koa';

const META = { since: 'x-deprecated-since', sunset: 'x-sunset' } as const;

export const deprecated = <Schema extends AnySchema>(
  field: Schema,
  { since, sunset }: Deprecation,
): Schema => field.meta({ deprecated: true, [META.since]: since, [META.sunset]: sunset }) as Schema;

const ITEM = Symbol('item');
type Path = readonly (string | typeof ITEM)[];

interface DeprecatedField extends Deprecation {
  readonly path: Path;
}

export const findDeprecatedFields = (
  schema: ObjectSchema | undefined,
): readonly DeprecatedField[] => (schema ? fieldsWithin(schema.describe(), []) : []);

function fieldsWithin({ keys = {}, items = [] }: Description, path: Path): DeprecatedField[] {
  const fields = Object.entries(keys as Readonly<Record<string, Description>>);
  return [
    ...fields.flatMap(([name, field]) => fieldsAt(field, [...path, name])),
    ...(items as readonly Description[]).flatMap((item) => fieldsAt(item, [...path, ITEM])),
  ];
}

function fieldsAt(field: Description, path: Path): DeprecatedField[] {
  const meta = Object.assign({}, ...((field.metas ?? []) as object[])) as Readonly<
    Record<string, string | undefined>
  >;
  const [since, sunset] = [meta[META.since], meta[META.sunset]];
  const own = since && sunset ? [{ path, since, sunset }] : [];
  return [...own, ...fieldsWithin(field, path)];
}

export const findUsedDeprecations = (
  deprecations: readonly DeprecatedField[],
  input: unknown,
): Deprecation[] => deprecations.filter(({ path }) => isNamed(input, path));

function isNamed(value: unknown, [first, ...rest]: Path): boolean {
  if (first === undefined) return true;
  if (first === ITEM) return Array.isArray(value) && value.some((item) => isNamed(item, rest));
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return false;
  return isNamed(Reflect.get(value, first), rest);
}

const LINK = '</docs>; rel="deprecation"; type="text/html"';

/** Sets the headers of RFC 9745 (earliest deprecation) and RFC 8594 (earliest removal). */
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
