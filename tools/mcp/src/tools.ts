import { effectiveScopes, NO_SCOPE, SCOPES, type Scope } from '@svc/contracts';
import {
  listCalls,
  splitAddress,
  type ApiCall,
  type ApiDocument,
  type ApiSchema,
  type DocumentedCall,
} from '@svc/sdk';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { inlineSchemas } from './inline-schemas';

export interface OperationTool {
  readonly tool: Tool;
  readonly documented: DocumentedCall;
}

/** Deletions that use another method. */
const DELETIONS: readonly string[] = ['unsubscribeHook'];

export const MAX_FIELDS = 100;
export const MAX_FIELD_LENGTH = 200;

const FIELDS: ApiSchema = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: MAX_FIELD_LENGTH },
  minItems: 1,
  maxItems: MAX_FIELDS,
  description:
    'The fields of `data`, or of each of its entries, that are wanted; `assets.asset_tag` is one inside another. All of them if it is left out.',
};

export function createTools(
  document: ApiDocument,
  scopes: readonly Scope[],
): ReadonlyMap<string, OperationTool> {
  const allowed: readonly string[] = effectiveScopes(scopes);
  const calls = listCalls(document);
  const isAllowed = ({ operation, call }: DocumentedCall): boolean =>
    operation.scope === NO_SCOPE ||
    (isScope(operation.scope)
      ? allowed.includes(operation.scope)
      : calls.some(
          (each) => isWriteBeside(call, each.call) && allowed.includes(each.operation.scope),
        ));
  return new Map(
    calls.filter(isAllowed).map((documented) => {
      const tool = toolOf(documented, document);
      return [tool.name, { tool, documented }];
    }),
  );
}

/** A bulk names no scope, but needs that of one of its writes. */
const isScope = (text: string): boolean => SCOPES.some((scope) => scope === text);

function isWriteBeside(call: ApiCall, other: ApiCall): boolean {
  const { method, path } = splitAddress(other);
  return path === splitAddress(call).path && method !== 'GET';
}

function toolOf({ operation, selectors, filters }: DocumentedCall, document: ApiDocument): Tool {
  const { name, summary, description, address, body } = operation;
  const parameters = [...selectors, ...filters];
  const [method = ''] = address.split(' ');
  const isDeletion = method === 'DELETE' || DELETIONS.includes(name);
  return {
    name,
    title: summary,
    description: `${summary}. ${description}`,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          parameters.map((each) => [each.name, { description: each.description, ...each.schema }]),
        ),
        ...(body && { body: inlineSchemas(body, document) }),
        fields: FIELDS,
      },
      required: [
        ...parameters.filter(({ required }) => required).map((each) => each.name),
        ...(body ? ['body'] : []),
      ],
      additionalProperties: false,
    },
    annotations: {
      title: summary,
      readOnlyHint: method === 'GET',
      destructiveHint: isDeletion,
      idempotentHint: isDeletion || method === 'GET' || method === 'PUT',
      openWorldHint: false,
    },
  };
}
