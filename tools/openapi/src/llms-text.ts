import type { OpenApiDocument } from '@svc/openapi';
import {
  listEvents,
  listOperations,
  resolveReference,
  type ApiOperation,
  type ApiSchema,
} from './operations';

/** See llmstxt.org. */
export function renderLlmsText(document: OpenApiDocument): string {
  const operations = [...listOperations(document), ...listEvents(document)];
  const { title, summary, description } = document.info as Readonly<Record<string, string>>;
  const sections = document.tags.map(({ name, description: about }) => {
    const lines = operations
      .filter(({ tag }) => tag === name)
      .map((operation) => lineOf(operation, document));
    return `## ${String(name)}\n\n${String(about)}\n\n${lines.join('\n')}`;
  });
  return [
    `# ${title}`,
    `> ${summary}`,
    FILES,
    ...sections,
    `## Guide\n\n${(description ?? '').replaceAll(/^## /gm, '### ').trim()}`,
    '',
  ].join('\n\n');
}

const FILES = `## Files

- [OpenAPI, one operation for each call](/openapi.operations.json): addresses as they are called, with schemas, errors and examples
- [OpenAPI 3.1, valid by the standard](/openapi.json): one operation for each path and method; \`x-operations\` has the calls
- [OpenAPI 3.0](/openapi.3.0.json): the same, for tools that do not read 3.1
- [Postman collection](/postman.json)
- [Documentation for people](/docs)`;

function lineOf(operation: ApiOperation, document: OpenApiDocument): string {
  const { name, summary, method, address, call, parameters, body } = operation;
  const link = `- [${summary}](/docs#${name})`;
  if (!call) return `${link}: event \`${address}\``;
  const filters = parameters.filter((each) => each.in === 'query').map((each) => each.name);
  const facts = [
    `\`${method} ${address}\``,
    `scope \`${call.documented.operation.scope}\``,
    ...(filters.length > 0 ? [`parameters ${filters.join(', ')}`] : []),
    ...(body ? [`body ${bodyText(body.schema, document)}`] : []),
  ];
  return `${link}: ${facts.join('; ')}`;
}

/** A star marks required fields. */
function bodyText(schema: ApiSchema, document: OpenApiDocument): string {
  const { properties = {}, required = [] } = resolveReference(document, schema) as ApiSchema;
  return Object.keys(properties)
    .map((name) => ((required as readonly string[]).includes(name) ? `${name}*` : name))
    .join(', ');
}
