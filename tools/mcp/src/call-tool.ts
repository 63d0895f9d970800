import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type Send } from '@svc/sdk';
import { MAX_FIELD_LENGTH, MAX_FIELDS, type OperationTool } from './tools';
import { trimResponse } from './trim-response';

type Arguments = Readonly<Record<string, unknown>>;

const text = (value: unknown): CallToolResult['content'] => [
  { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
];

const refused = (why: unknown): CallToolResult => ({ content: text(why), isError: true });

/** The API's errors become results of the tool, which a model can act on. */
export async function callTool(
  { tool, documented }: OperationTool,
  given: Arguments,
  send: Send,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const known = Object.keys(tool.inputSchema.properties ?? {});
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return refused(`${tool.name} has no argument ${JSON.stringify(unknown)}: ${known.join(', ')}.`);
  }
  const missing = tool.inputSchema.required?.find((name) => given[name] === undefined);
  if (missing !== undefined) return refused(`${tool.name} needs ${missing}.`);
  const { body, fields } = given;
  if (body !== undefined && !isObject(body)) return refused('body must be an object.');
  if (fields !== undefined && !areFields(fields)) {
    return refused(`fields must be a list of 1 to ${MAX_FIELDS} names.`);
  }
  const { call, selectors, filters } = documented;
  const pickOf = (parameters: readonly { readonly name: string }[]): Record<string, string> =>
    Object.fromEntries(
      parameters
        .filter(({ name }) => given[name] !== undefined)
        .map(({ name }) => [name, String(given[name])]),
    );
  const input = { selectors: pickOf(selectors), query: pickOf(filters), body };
  try {
    const response = await send(call, input, { signal });
    return { content: text(trimResponse(response, fields)) };
  } catch (error) {
    // SDK errors contain neither key nor body.
    return refused(error instanceof ApiError ? error.body : (error as Error).message);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areFields = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_FIELDS &&
  value.every((each) => typeof each === 'string' && each.length <= MAX_FIELD_LENGTH);
