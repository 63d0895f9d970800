import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createSend } from '@svc/sdk';
import { configFrom } from './config';
import { createServer } from './create-server';
import { startHttpServer } from './listen';
import { createOffers, readOffer } from './offers';
import { readDocument } from './read-document';

async function main(): Promise<void> {
  const { baseUrl, apiKey, port } = configFrom(process.env);
  const document = await readDocument(baseUrl);
  const sendOf = (key: string | undefined) => createSend({ baseUrl, apiKey: key });
  if (port === undefined) {
    const send = sendOf(apiKey);
    await createServer(await readOffer(document)(send), send).connect(new StdioServerTransport());
    return;
  }
  await startHttpServer(port, createOffers(document, sendOf), sendOf);
  // Standard output is reserved for the protocol.
  process.stderr.write(`Listening at http://127.0.0.1:${port}/mcp\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
