import { Agent, createServer } from 'node:http';
import httpProxy from 'http-proxy';
import { listenLocally } from './listen';

export function startBareProxy({ target }: { readonly target: string }): Promise<number> {
  const proxy = httpProxy.createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
  return listenLocally(createServer((request, response) => proxy.web(request, response)));
}
