import { createServer } from 'node:http';
import { listenLocally } from './listen';

const LENGTH = 773;
const EMPTY = JSON.stringify({ success: true, data: '' });
const ANSWER = Buffer.from(
  JSON.stringify({ success: true, data: 'x'.repeat(LENGTH - EMPTY.length) }),
);

export const startConstantUpstream = (): Promise<number> =>
  listenLocally(
    createServer((request, response) => {
      request.resume();
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length })
        .end(ANSWER);
    }),
  );
