import type { ErrorCode } from '@svc/contracts';
import type { ErrorObject } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from './document';
import { byStatus } from './components';
import { toEventSchemaName } from './events';

/** Throws for a response that the document does not describe. */
export type ExpectDocumented = (operation: string, status: number, body: unknown) => void;

interface DocumentedRow {
  readonly name: string;
  readonly status: number;
  readonly answer: { readonly $ref: string };
  readonly created?: { readonly $ref: string };
  readonly errors: readonly ErrorCode[];
}

interface DocumentedOperation {
  readonly 'responses': Readonly<Record<string, { readonly $ref?: string }>>;
  readonly 'x-operations': readonly DocumentedRow[];
}

/** `date-time` would allow fractions and `Z`. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/**
 * Checks responses strictly: the document lets clients accept new fields, here an undocumented field is an
 * error.
 */
export function createResponseCheck(document: OpenApiDocument): ExpectDocumented {
  const problemsOf = createProblemFinder(document);
  const rows = rowsIn(document);

  return (name, status, body) => {
    const found = rows.get(name);
    if (!found) throw new Error(`The document has no operation ${name}.`);
    const { row, responses } = found;
    const codes = byStatus(row.errors).get(status);
    const response = `${name} responded with ${status} ${JSON.stringify(body)}`;
    const success = status === 201 ? (row.created ?? row.answer) : row.answer;
    const isSuccess = status === row.status || (status === 201 && row.created !== undefined);
    if (!isSuccess && !codes) throw new Error(`${response}: no documented status.`);
    const problems = codes
      ? [...undocumentedCode(codes, body), ...problemsOf(responses(status), body)]
      : problemsOf(success.$ref, body);
    if (problems.length > 0) throw new Error(`${response}: ${problems.join('; ')}.`);
  };
}

export function createEventCheck(
  document: OpenApiDocument,
): (event: string, body: unknown) => void {
  const problemsOf = createProblemFinder(document);
  return (event, body) => {
    const problems = problemsOf(`#/components/schemas/${toEventSchemaName(event)}`, body);
    if (problems.length === 0) return;
    throw new Error(`${event} was sent as ${JSON.stringify(body)}: ${problems.join('; ')}.`);
  };
}

function createProblemFinder(
  document: OpenApiDocument,
): (pointer: string, body: unknown) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('date-time', TIMESTAMP);
  ajv.addSchema(close(document) as object, 'document');
  return (pointer, body) => {
    const validate = ajv.getSchema(`document${pointer}`);
    if (!validate) throw new Error(`The document has no schema at ${pointer}.`);
    return validate(body) ? [] : (validate.errors ?? []).map(explain);
  };
}

function rowsIn(document: OpenApiDocument) {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { responses, 'x-operations': rows } = operation as unknown as DocumentedOperation;
      const at = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses`;
      const pointerOf = (status: number): string =>
        `${responses[status]?.$ref ?? `${at}/${status}`}/content/application~1json/schema`;
      return rows.map((row) => [row.name, { row, responses: pointerOf }] as const);
    }),
  );
  return new Map(entries);
}

function undocumentedCode(codes: readonly ErrorCode[], body: unknown): readonly string[] {
  const code: unknown = Reflect.get(Object(body), 'error');
  return codes.some((known) => known === code) ? [] : [`${String(code)} is not documented`];
}

const explain = ({ instancePath, message = '', params }: ErrorObject): string =>
  `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, close(item)]));
  const isListed = [copy['type']].flat().includes('object') && 'properties' in copy;
  return isListed && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
