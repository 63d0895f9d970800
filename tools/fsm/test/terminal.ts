import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandEnvironment } from '../src/operator';
import { run } from '../src/run';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const success = (data: unknown): Answer => ({
  status: 200,
  body: { success: true, data, request_id: 'req_1' },
});

export const refusal = (status: number, message: string, errors: object[] = []): Answer => ({
  status,
  body: { success: false, error: 'code', message, errors, request_id: 'req_1' },
});

export interface AdminListener {
  url: string;
  readonly requests: Request[];
  answer: (request: Request) => Answer | Promise<Answer>;
  readonly env: Readonly<Record<'FSM_ADMIN_URL' | 'FSM_ADMIN_TOKEN', string>>;
}

export function givenAdminListener(
  answer: AdminListener['answer'] = () => success([]),
): AdminListener {
  const listener: AdminListener = {
    url: '',
    requests: [],
    answer,
    get env() {
      return { FSM_ADMIN_URL: listener.url, FSM_ADMIN_TOKEN: 'let me in' };
    },
  };
  const server = createServer(async (incoming, outgoing) => {
    const text = Buffer.concat(await incoming.toArray()).toString();
    const request: Request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      authorization: incoming.headers.authorization,
      body: text ? JSON.parse(text) : undefined,
    };
    listener.requests.push(request);
    const { status, body } = await listener.answer(request);
    outgoing.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    listener.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    listener.requests.length = 0;
    listener.answer = answer;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return listener;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function type(
  args: readonly string[],
  environment: Partial<Omit<CommandEnvironment, 'write' | 'writeError'>> = {},
): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const code = await run(args, {
    env: {},
    dist: 'nowhere',
    root: '/repository',
    version: '1.2.3',
    cwd: process.cwd(),
    columns: undefined,
    read: async () => '',
    untilInterrupted: () => new Promise(() => {}),
    ...environment,
    write: (text) => {
      stdout += text;
    },
    writeError: (line) => {
      stderr += line;
    },
  });
  return { code, stdout, stderr };
}

export interface Folder {
  readonly path: string;
  write(name: string, content: string | object): string;
  remove(): void;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'fsm-cli-'));
  return {
    path,
    write(name, content) {
      const file = join(path, name);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
