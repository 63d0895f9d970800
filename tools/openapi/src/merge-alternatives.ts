import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument } from '@svc/openapi';
import type { DocumentPart } from './operations';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

type Schemas = Readonly<Record<string, Schema>>;

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: Schema } };
}

interface Method {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/**
 * Merges alternatives into one object that requires only what all require; generators cannot handle
 * alternatives.
 */
export function mergeAlternatives(document: OpenApiDocument): DocumentPart {
  const { schemas } = document.components as unknown as { readonly schemas: Schemas };
  const named: Record<string, Schema> = {};
  const mergeAll = (value: unknown): unknown => mergedIn(value, schemas);

  const withName = (body: Content, nameOf: (anyOf: readonly Schema[]) => string): Content => {
    const { 'application/json': json, ...others } = body.content ?? {};
    const anyOf = json?.schema.anyOf;
    if (!anyOf) return body;
    const name = nameOf(anyOf);
    named[name] = merged(anyOf, schemas);
    const schema = { $ref: `#/components/schemas/${name}` };
    return { ...body, content: { 'application/json': { ...json, schema }, ...others } };
  };

  const withNames = (method: Method): Method => {
    const id = method.operationId.replace(/^./, (first) => first.toUpperCase());
    const answers = Object.entries(method.responses).map(([status, answer]) => {
      const nameOf = (anyOf: readonly Schema[]): string =>
        Number(status) < 400 ? `${id}AnyAnswer${status}` : anyOf.map(nameIn).join('Or');
      return [status, withName(answer, nameOf)] as const;
    });
    return {
      ...method,
      ...(method.requestBody && {
        requestBody: withName(method.requestBody, () => `${id}AnyBody`),
      }),
      responses: Object.fromEntries(answers),
    };
  };

  const paths = mapValues(document.paths as Readonly<Record<string, DocumentPart>>, (path) =>
    mapValues(path, (method) => (isMethod(method) ? withNames(method) : method)),
  );
  const whole = mergeAll({ ...document, paths }) as DocumentPart & {
    readonly components: DocumentPart;
  };
  const all = { ...(whole.components['schemas'] as Schemas), ...(mergeAll(named) as Schemas) };
  return { ...whole, components: { ...whole.components, schemas: all } };
}

const isMethod = (value: unknown): value is Method =>
  typeof value === 'object' && value !== null && 'operationId' in value;

const nameIn = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? '';

export const mapValues = <In, Out>(
  record: Readonly<Record<string, In>>,
  map: (value: In) => Out,
): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

function mergedIn(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((item) => mergedIn(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as Schema;
  const one = anyOf ? { ...rest, ...merged(anyOf, schemas) } : rest;
  return mapValues(one as DocumentPart, (part) => mergedIn(part, schemas));
}

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameIn(schema)] ?? {});

function merged(alternatives: readonly Schema[], schemas: Schemas): Schema {
  const objects = alternatives.map((each) => resolved(each, schemas));
  const properties: Record<string, Schema> = {};
  for (const object of objects) {
    for (const [name, field] of Object.entries(object.properties ?? {})) {
      const before = properties[name];
      properties[name] = before ? common(before, field, schemas) : field;
    }
  }
  const [first, ...others] = objects;
  const required = (first?.required ?? []).filter((name) =>
    others.every((each) => each.required?.includes(name)),
  );
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

/** Accepts anything if the types differ. */
function common(one: Schema, other: Schema, schemas: Schemas): Schema {
  if (isDeepStrictEqual(one, other)) return one;
  const [left, right] = [resolved(one, schemas), resolved(other, schemas)];
  if (left.type === undefined || left.type !== right.type || left.type === 'array') return {};
  const isNullable = left.nullable === true || right.nullable === true;
  const nullable = isNullable && { nullable: true };
  if (left.type === 'object') return { ...merged([left, right], schemas), ...nullable };
  const values = left.enum && right.enum && [...new Set([...left.enum, ...right.enum])];
  return { type: left.type, ...nullable, ...(values && { enum: values }) };
}
