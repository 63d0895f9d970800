import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createSend } from '@svc/sdk';
import { configFrom } from './config';
import { createServer, type Offer } from './create-server';
import { startHttpServer } from './listen';
import { readDocument } from './read-document';
import { createResources } from './resources';
import { createTools } from './tools';

async function main(): Promise<void> {
  const { baseUrl, apiKey, scopes, port } = configFrom(process.env);
  const document = await readDocument(baseUrl);
  const tools = createTools(document, scopes);
  const offer: Offer = { tools, resources: createResources(document, tools) };
  const sendOf = (key: string | undefined) => createSend({ baseUrl, apiKey: key });
  if (port === undefined) {
    await createServer(offer, sendOf(apiKey)).connect(new StdioServerTransport());
    return;
  }
  await startHttpServer(port, offer, sendOf);
  // Standard output is reserved for the protocol.
  process.stderr.write(`Listening at http://127.0.0.1:${port}/mcp\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
