import type { OpenApiDocument } from '@svc/openapi';
import { toDocumentPart, resolveReference, type ApiSchema, type DocumentPart } from './operations';

/** A compatible request accepts more, a compatible response returns more. */
type Side = 'request' | 'answer';

export type Released = Pick<OpenApiDocument, 'paths' | 'webhooks' | 'components'>;

const PROSE = ['description', 'summary', 'example', 'examples', 'tags'];

export const toReleased = ({ paths, webhooks, components }: OpenApiDocument): Released =>
  withoutProse({ paths, webhooks, components }, false) as Released;

/** Keys of `properties` are field names. */
function withoutProse(value: unknown, namesFields: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => namesFields || !PROSE.includes(key));
  return Object.fromEntries(
    kept.map(([key, item]) => [key, withoutProse(item, key === 'properties')]),
  );
}

/** Returns one sentence per change that breaks clients. */
export function findBreaks(released: Released, next: Released): string[] {
  const compare = schemaComparison(released, next);
  return [
    ...methodBreaks(released, next),
    ...rowBreaks(released, next, compare),
    ...eventBreaks(released, next, compare),
    ...missing(released.components.schemas, next.components.schemas).map(
      (name) => `The schema ${name} is gone.`,
    ),
  ];
}

const missing = (released: object, next: object): string[] =>
  Object.keys(released).filter((name) => !(name in next));

function methodBreaks(released: Released, next: Released): string[] {
  return Object.entries(released.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, before]) => {
      const after = next.paths[path]?.[method];
      const name = `${method.toUpperCase()} ${path}`;
      if (!after) return [`${name} is gone.`];
      const isRenamed = after['operationId'] !== before['operationId'];
      return [
        ...(isRenamed ? [`${name} is ${String(after['operationId'])} in generated clients.`] : []),
        ...missing(toDocumentPart(before['responses']), toDocumentPart(after['responses'])).map(
          (status) => `${name} no longer answers ${status}.`,
        ),
      ];
    }),
  );
}

interface Row {
  readonly name: string;
  readonly address: string;
  readonly scope: string;
  readonly feature?: string;
  readonly status: number;
  readonly parameters: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: ApiSchema;
  }[];
  readonly body?: ApiSchema;
  readonly answer: ApiSchema;
  readonly created?: ApiSchema;
}

const rowsOf = (document: Released): ReadonlyMap<string, Row> =>
  new Map(
    Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation['x-operations'] as readonly Row[])
      .map((row) => [row.name, row]),
  );

/** Deprecated parts must stay until their announced date. */
function sunsetBreaks(where: string, before: object, after: object): string[] {
  const [told, now] = [toDocumentPart(before)['x-sunset'], toDocumentPart(after)['x-sunset']];
  if (told === undefined || now === undefined || String(now) >= String(told)) return [];
  return [`${where} may be gone from ${String(now)}, and was to stay until ${String(told)}.`];
}

type Compare = (where: string, before: ApiSchema, after: ApiSchema, side: Side) => string[];

function rowBreaks(released: Released, next: Released, compare: Compare): string[] {
  const rows = rowsOf(next);
  return [...rowsOf(released)].flatMap(([name, before]) => {
    const after = rows.get(name);
    if (!after) return [`${name} is gone.`];
    const same = (['address', 'scope', 'feature', 'status'] as const).filter(
      (fact) => after[fact] !== before[fact],
    );
    return [
      ...same.map((fact) => `${name}: the ${fact} is ${after[fact]}, and was ${before[fact]}.`),
      ...sunsetBreaks(name, before, after),
      ...parameterBreaks(before, after, compare),
      ...bodyBreaks(before, after, compare),
      ...compare(`${name}: the answer`, before.answer, after.answer, 'answer'),
      ...compare(
        `${name}: the answer of a creation`,
        before.created ?? {},
        after.created ?? {},
        'answer',
      ),
    ];
  });
}

function parameterBreaks(before: Row, after: Row, compare: Compare): string[] {
  const { name } = before;
  const known = new Map(before.parameters.map((each) => [each.name, each]));
  const kept = new Map(after.parameters.map((each) => [each.name, each]));
  return [
    ...[...known.values()].flatMap((parameter) => {
      const now = kept.get(parameter.name);
      return now
        ? compare(`${name}: ${parameter.name}`, parameter.schema, now.schema, 'request')
        : [`${name}: the parameter ${parameter.name} is gone.`];
    }),
    ...after.parameters
      .filter((each) => each.required && !known.get(each.name)?.required)
      .map((each) => `${name}: the parameter ${each.name} is required.`),
  ];
}

function bodyBreaks(before: Row, after: Row, compare: Compare): string[] {
  const { name } = before;
  if (!before.body) return after.body ? [`${name} wants a body.`] : [];
  if (!after.body) return [`${name} takes no body.`];
  return compare(`${name}: the body`, before.body, after.body, 'request');
}

function eventBreaks(released: Released, next: Released, compare: Compare): string[] {
  const schemaOf = (item: DocumentPart): ApiSchema => {
    const { content } = toDocumentPart(toDocumentPart(item['post'])['requestBody']);
    return toDocumentPart(toDocumentPart(content)['application/json'])['schema'] as ApiSchema;
  };
  return Object.entries(released.webhooks ?? {}).flatMap(([event, item]) => {
    const after = next.webhooks?.[event];
    if (!after) return [`The event ${event} is gone.`];
    return compare(`The event ${event}`, schemaOf(item), schemaOf(after), 'answer');
  });
}

/** True if a larger value is stricter. */
const BOUNDS = {
  minimum: true,
  minLength: true,
  minItems: true,
  maximum: false,
  maxLength: false,
  maxItems: false,
} as const;

const FORMS = ['format', 'pattern', 'uniqueItems', 'multipleOf'] as const;

function schemaComparison(released: Released, next: Released): Compare {
  const compare: Compare = (where, before, after, side) => {
    const old = resolveReference(released, before) as ApiSchema;
    const now = resolveReference(next, after) as ApiSchema;
    return [
      ...sunsetBreaks(where, old, now),
      ...typeBreaks(where, old, now, side),
      ...(side === 'request' ? boundBreaks(where, old, now) : []),
      ...fieldBreaks(where, old, now, side),
      ...alternativeBreaks(where, old, now, side),
    ];
  };

  function fieldBreaks(where: string, old: ApiSchema, now: ApiSchema, side: Side): string[] {
    const [fields = {}, kept = {}] = [old.properties, now.properties];
    const [narrow, wide] = side === 'request' ? [now, old] : [old, now];
    const demanded = requiredOf(narrow).filter((name) => !requiredOf(wide).includes(name));
    const items = [old['items'], now['items']] as (ApiSchema | undefined)[];
    return [
      ...missing(fields, kept).map((name) => `${where}: ${name} is gone.`),
      ...demanded
        .filter((name) => name in kept)
        .map(
          (name) => `${where}: ${name} ${side === 'request' ? 'is required' : 'may be missing'}.`,
        ),
      ...Object.entries(fields).flatMap(([name, field]) => {
        const after = kept[name];
        return after ? compare(`${where}: ${name}`, field, after, side) : [];
      }),
      ...(items[0] && items[1] ? compare(`${where}: an item`, items[0], items[1], side) : []),
    ];
  }

  /** Requests may gain alternatives, responses may lose them. */
  function alternativeBreaks(where: string, old: ApiSchema, now: ApiSchema, side: Side): string[] {
    if (!old.anyOf && !now.anyOf) return [];
    const [given, taken] = [old.anyOf ?? [old], now.anyOf ?? [now]];
    // A schema that became one of several is compared without `anyInArray`.
    const breaks = (before: ApiSchema, after: ApiSchema): string[] =>
      before === old || after === now
        ? compare(where, { ...before, anyOf: undefined }, { ...after, anyOf: undefined }, side)
        : compare(where, before, after, side);
    const fewest = (found: string[][]): string[] =>
      found.sort((one, other) => one.length - other.length)[0] ?? [];
    return side === 'request'
      ? given.flatMap((before) => fewest(taken.map((after) => breaks(before, after))))
      : taken.flatMap((after) => fewest(given.map((before) => breaks(before, after))));
  }

  return compare;
}

const requiredOf = (schema: ApiSchema): readonly string[] =>
  (schema['required'] ?? []) as readonly string[];

const valuesOf = ({ enum: values, const: value }: ApiSchema): readonly unknown[] | undefined =>
  values ?? (value === undefined ? undefined : [value]);

/** Numbers include integers. */
const typesOf = ({ type }: ApiSchema): readonly string[] | undefined =>
  type === undefined
    ? undefined
    : [type].flat().flatMap((each) => (each === 'number' ? ['number', 'integer'] : [each]));

function typeBreaks(where: string, old: ApiSchema, now: ApiSchema, side: Side): string[] {
  const [wide, narrow] = side === 'request' ? [now, old] : [old, now];
  const [allowed, used] = [typesOf(wide), typesOf(narrow)];
  const isOpen = allowed === undefined || wide.anyOf !== undefined || narrow.anyOf !== undefined;
  const isKept = isOpen || (used?.every((type) => allowed.includes(type)) ?? false);
  const [values, kept] = [valuesOf(old), valuesOf(now)];
  const gone = values && kept ? values.filter((value) => !kept.includes(value)) : [];
  const isClosed = side === 'request' && !values && kept !== undefined;
  return [
    ...(isKept ? [] : [`${where} is ${String(now.type)}, and was ${String(old.type)}.`]),
    ...gone.map((value) => `${where} no longer has the value ${String(value)}.`),
    ...(isClosed ? [`${where} takes ${kept.join(', ')} alone.`] : []),
  ];
}

function boundBreaks(where: string, old: ApiSchema, now: ApiSchema): string[] {
  const tightened = Object.entries(BOUNDS).filter(([bound, isLargerNarrower]) => {
    const [before, after] = [old[bound], now[bound]] as (number | undefined)[];
    if (after === undefined) return false;
    return before === undefined || (isLargerNarrower ? after > before : after < before);
  });
  const reformed = FORMS.filter((form) => now[form] !== undefined && now[form] !== old[form]);
  return [...tightened.map(([bound]) => bound), ...reformed].map(
    (keyword) =>
      `${where}: ${keyword} is ${String(now[keyword])}, and was ${String(old[keyword])}.`,
  );
}
