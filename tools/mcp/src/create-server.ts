import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Send } from '@svc/sdk';
import { callTool } from './call-tool';
import { GUIDE_URI, type Resources } from './resources';
import type { OperationTool } from './tools';

export interface Offer {
  readonly tools: ReadonlyMap<string, OperationTool>;
  readonly resources: Resources;
}

const MAX_COMPLETIONS = 100;

const INSTRUCTIONS = `Jobs, customers, assets, inventory and technicians of a field service company. Each tool is one operation of its API; ask for few \`fields\` of long lists. The resource ${GUIDE_URI} says what holds of all of them. Writes change real records.`;

export function createServer({ tools, resources }: Offer, send: Send): Server {
  // McpServer accepts input schemas only as Zod.
  const server = new Server(
    { name: 'field-service', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: {}, completions: {} },
      instructions: INSTRUCTIONS,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}.`);
    return callTool(tool, params.arguments ?? {}, send, signal);
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...resources.list] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...resources.templates],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = resources.read(uri);
    if (!found) throw new McpError(ErrorCode.InvalidParams, `Unknown resource: ${uri}.`);
    return { contents: [{ uri, mimeType: found.mimeType, text: found.text }] };
  });
  server.setRequestHandler(CompleteRequestSchema, ({ params: { ref, argument } }) => {
    const names = ref.type === 'ref/resource' ? resources.namesFor(ref.uri) : [];
    const begun = names.filter((name) => name.startsWith(argument.value));
    const values = begun.slice(0, MAX_COMPLETIONS);
    return {
      completion: { values, total: begun.length, hasMore: begun.length > values.length },
    };
  });
  return server;
}
