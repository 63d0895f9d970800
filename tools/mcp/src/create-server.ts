import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Send } from '@svc/sdk';
import { callTool } from './call-tool';
import type { OperationTool } from './tools';

/** What all sessions have in common. */
export interface Offer {
  readonly tools: ReadonlyMap<string, OperationTool>;
  /** What holds of every operation, in Markdown. */
  readonly guide: string;
}

const GUIDE = {
  uri: 'field-service://guide',
  name: 'guide',
  title: 'API guide',
  description: 'What holds of every operation: times, pages, errors, limits and idempotency.',
  mimeType: 'text/markdown',
};

const INSTRUCTIONS = `Jobs, customers, assets, inventory and technicians of a field service company. Each tool is one operation of its API; ask for few \`fields\` of long lists. The resource ${GUIDE.uri} says what holds of all of them. Writes change real records.`;

/** A server for one key, whose calls `send` makes. */
export function createServer({ tools, guide }: Offer, send: Send): Server {
  // The one class that takes input schemas as JSON Schema, as the API document has them.
  const server = new Server(
    { name: 'field-service', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return callTool(tool, params.arguments ?? {}, send, signal);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [GUIDE] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri !== GUIDE.uri) throw new McpError(ErrorCode.InvalidParams, `There is no ${uri}.`);
    return { contents: [{ uri, mimeType: GUIDE.mimeType, text: guide }] };
  });
  return server;
}
