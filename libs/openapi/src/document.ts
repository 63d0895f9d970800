import type { DocumentSection } from './documentation';
import {
  HEADERS,
  DEPRECATION_HEADERS,
  PARAMETERS,
  SECURITY_SCHEMES,
  createSharedResponses,
  type SharedResponses,
} from './components';
import { commonErrors } from './errors';
import { DELIVERY_PARAMETERS, documentWebhooks, type EventSection } from './events';
import { GUIDE } from './guide';
import { createSchemaNames, type JsonSchema } from './json-schema';
import { operationObject } from './operation-object';
import { toRows, type DocumentRow } from './rows';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly security: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Paths;
  readonly webhooks?: Readonly<Record<string, Json>>;
  readonly components: Readonly<Record<string, Json>> & {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Builds the standard document, with one operation per path and method. */
export const createOpenApiDocument = (
  sections: readonly DocumentSection[],
  events?: EventSection,
): OpenApiDocument => createDocument(sections, events, pathsByMethod);

/**
 * Builds a document for readers, with each row of the endpoint table as an operation whose path has the
 * selectors (`/api/v1/jobs?id={id}&sub=history`), which the standard forbids.
 */
export const createOperationsDocument = (
  sections: readonly DocumentSection[],
  events?: EventSection,
): OpenApiDocument => createDocument(sections, events, pathsByOperation);

type Paths = Readonly<Record<string, Readonly<Record<string, Json>>>>;
type PathsOf = (
  section: DocumentSection,
  rows: readonly DocumentRow[],
  responses: SharedResponses,
) => Paths;

function createDocument(
  sections: readonly DocumentSection[],
  events: EventSection | undefined,
  pathsOf: PathsOf,
): OpenApiDocument {
  const names = createSchemaNames();
  const responses = createSharedResponses(commonErrors('GET'), names);
  const paths = sections.map((section) => pathsOf(section, toRows(section, names), responses));
  const webhooks = events && documentWebhooks(events, names);
  const tags = events ? [...sections, events] : sections;
  const isAnyDeprecated = sections.some(({ contract }) =>
    Object.values(contract.operations).some(({ deprecation }) => deprecation),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Field Service Management API',
      version: 'v1',
      summary: 'Jobs, customers, assets, inventory and technicians of a field service company.',
      description: GUIDE,
      contact: { name: 'API support' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [
      { url: '/', description: 'The gateway that serves this document.' },
      {
        url: '{base_url}',
        description: 'Any gateway.',
        variables: { base_url: { default: 'http://127.0.0.1:8080' } },
      },
    ],
    security: [{ apiKey: [] }],
    tags: tags
      .map(({ title, description }) => ({ name: title, description }))
      .sort((one, other) => one.name.localeCompare(other.name)),
    paths: Object.assign({}, ...paths) as Paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: isAnyDeprecated ? { ...HEADERS, ...DEPRECATION_HEADERS } : HEADERS,
      parameters: events ? { ...PARAMETERS, ...DELIVERY_PARAMETERS } : PARAMETERS,
      responses: responses.all,
      schemas: names.all(),
    },
  };
}

/** Released with several operations and a name by method, which generated clients keep. */
const NAMED_BY_METHOD: readonly string[] = [
  'POST /api/v1/customers',
  'PUT /api/v1/customers',
  'POST /api/v1/assets',
  'POST /api/v1/inventory',
  'POST /api/v1/hooks.php',
];

const nameByMethod = ({ title, contract }: DocumentSection, method: string): string | undefined =>
  method === 'GET' || NAMED_BY_METHOD.includes(`${method} ${contract.path}`)
    ? `${method.toLowerCase()}${title.replace(' ', '')}`
    : undefined;

const pathsByMethod: PathsOf = (section, rows, responses) => ({
  [section.contract.path]: Object.fromEntries(
    [...section.contract.methods].map((method) => {
      const same = rows.filter((row) => row.method === method);
      const name = nameByMethod(section, method);
      return [method.toLowerCase(), operationObject(section.title, same, responses, name)];
    }),
  ),
});

const pathsByOperation: PathsOf = ({ title }, rows, responses) => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of rows) {
    const selectors = row.selectors.filter(({ name }) => row.address.includes(`{${name}}`));
    const inPath = selectors.map((selector) => ({ ...selector, in: 'path' as const }));
    const alone = operationObject(title, [{ ...row, selectors: inPath }], responses);
    (paths[row.address] ??= {})[row.method.toLowerCase()] = alone;
  }
  return paths;
};
