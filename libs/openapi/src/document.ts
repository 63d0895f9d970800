import type { Section } from './documentation';
import {
  HEADERS,
  PARAMETERS,
  SECURITY_SCHEMES,
  sharedResponses,
  type SharedResponses,
} from './edge';
import { commonErrors } from './errors';
import { GUIDE } from './guide';
import { schemaNames, type JsonSchema } from './json-schema';
import { operationObject } from './operation-object';
import { rowsOf, type Row } from './rows';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly security: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<string, Json>> & {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** The OpenAPI 3.1 document of these sections: the endpoint table, its schemas and its rules. */
export function openApiDocument(sections: readonly Section[]): OpenApiDocument {
  const names = schemaNames();
  const responses = sharedResponses(commonErrors('GET'), names);
  const paths = sections.map((section) => {
    const rows = rowsOf(section, names);
    return [section.contract.path, pathItem(section, rows, responses)] as const;
  });
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
    tags: sections.map(({ title, description }) => ({ name: title, description })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: responses.all,
      schemas: names.all(),
    },
  };
}

/** Rows of after the first release: they rename no operation in clients that were generated before. */
const ADDED_LATER = /^(upsert|bulk)/;

function pathItem(
  { title, contract }: Section,
  rows: readonly Row[],
  responses: SharedResponses,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    [...contract.methods].map((method) => {
      const same = rows.filter((row) => row.method === method);
      const [only, ...others] = same.filter(({ name }) => !ADDED_LATER.test(name));
      const operationId =
        only && others.length === 0
          ? only.name
          : `${method.toLowerCase()}${title.replace(' ', '')}`;
      return [method.toLowerCase(), operationObject(operationId, title, same, responses)];
    }),
  );
}
