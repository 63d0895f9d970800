import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  OPERATION_START_DEADLINE_MS,
  BULK_HEADER,
  BY_EACH_OPERATION,
  defineCollection,
  CONTEXT_HEADER,
  DomainError,
  REQUEST_ID_HEADER,
} from '@svc/contracts';
import { createLogger } from '@svc/logging';
import { deriveInternalSecret, derivePublicKeys, readPublicKeys, createTrust } from '@svc/trust';
import type { ProcessName } from '@svc/contracts';
import {
  createBulkRoutes,
  created,
  createServiceApp,
  createHandler,
  fields,
  serve,
  written,
  type BulksSettings,
  type ServedRoutes,
} from '../src';

const SECRET = 'the one secret of all processes';
const trustIn = (process: ProcessName) =>
  createTrust(process, {
    INTERNAL_SECRET: [deriveInternalSecret(process, SECRET)],
    INTERNAL_PUBLIC_KEYS: readPublicKeys(derivePublicKeys(SECRET)),
  });

const NOTES = defineCollection('/api/v1/notes', 'jobs', {
  createNote: ['POST', 'jobs:write', 'write'],
  updateNote: ['PUT ?id', 'jobs:write', 'write'],
  bulkNotes: ['POST ?action=bulk', BY_EACH_OPERATION, 'write'],
});

interface Notes {
  create(text: string): Promise<void>;
  update(id: number, text: string): Promise<void>;
}

const turnsOfReads: number[] = [];
let turn = 0;

const noteBody = fields
  .object({
    text: fields.text().required(),
    tags: fields.array(fields.id()),
  })
  .custom((body: object) => {
    turnsOfReads.push(turn);
    return body;
  });

const routesOf = (notes: Notes): ServedRoutes =>
  serve(NOTES, {
    createNote: createHandler({ body: noteBody }, async ({ body }) => {
      await notes.create(body.text);
      return created('Note created.', body);
    }),
    updateNote: createHandler({ body: noteBody }, async ({ ids, body }) => {
      await notes.update(ids.id, body.text);
      return written('Note updated.', body);
    }),
  });

const post = (text: string) => ({ method: 'POST', body: { text } });
const put = (id: number, text: string) => ({ method: 'PUT', id, body: { text } });

function countTurns() {
  const count = (): void => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  return { end: () => clearImmediate(next) };
}

interface Sending {
  readonly name?: string;
  readonly as?: string;
  readonly signal?: AbortSignal;
}

interface BulkAnswer {
  readonly message: string;
  readonly data: readonly { readonly status: number; readonly body: { readonly error?: string } }[];
}

describe('a bulk', () => {
  const servers: Server[] = [];
  const lines: string[] = [];
  afterEach(async () => {
    lines.splice(0);
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function given(notes: Partial<Notes>, settings: Partial<BulksSettings<Notes>> = {}) {
    const useCases: Notes = {
      create: async () => undefined,
      update: async () => undefined,
      ...notes,
    };
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ name: 'test', level: 'info', destination });
    const app = createServiceApp({
      routers: [
        createBulkRoutes({
          contract: NOTES,
          useCases,
          createRoutes: routesOf,
          runOnce: (_, work) => work(useCases),
          log,
          ...settings,
        }),
        routesOf(useCases),
      ],
      trust: trustIn('jobs'),
      now: () => new Date(),
      log,
    });
    const server = createServer(app.callback()).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const vouched = trustIn('gateway').signFor({
      reach: 'api',
      companyId: 7,
      zone: 'America/New_York',
      country: 'US',
      actor: 'api_key:3',
      scopes: ['jobs:write'],
    });
    return async (
      operations: readonly object[],
      { name = '', as = 'bulkNotes', signal }: Sending = {},
    ) => {
      const answer = await fetch(`${url}/api/v1/notes?action=bulk`, {
        method: 'POST',
        ...(signal && { signal }),
        headers: {
          [CONTEXT_HEADER]: vouched({ audience: 'jobs', operation: as }, Date.now()),
          [REQUEST_ID_HEADER]: 'req_1',
          ...(name && { [BULK_HEADER]: name }),
        },
        body: JSON.stringify({ operations }),
      });
      return {
        status: answer.status,
        isUnfinished: answer.headers.has('x-svc-incomplete'),
        body: (await answer.json()) as BulkAnswer,
      };
    };
  }
  const statuses = ({ data }: BulkAnswer) => data.map(({ status }) => status);

  it('goes on after a fault of ours, which is logged, told to nobody, and left to be repeated', async () => {
    const send = await given({
      async create(text) {
        if (text === 'b') throw new Error('the disk at 10.0.0.1 is full');
      },
    });

    const { status, isUnfinished, body } = await send([post('a'), post('b'), post('c')]);

    expect(status).toBe(200);
    expect(statuses(body)).toEqual([201, 500, 201]);
    expect(body.data[1]?.body).toMatchObject({ error: 'internal_error', request_id: 'req_1' });
    expect(JSON.stringify(body)).not.toContain('10.0.0.1');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'bulk operation failed', request_id: 'req_1' },
    ]);
    expect(isUnfinished).toBe(true);
    expect((await send([post('a'), { method: 'PUT', body: {} }])).isUnfinished).toBe(false);
  });

  it('refuses a text that is not allowed with the operation in whose body it stands', async () => {
    const send = await given({});

    const { body } = await send([post('a'), post('b\0'), post('c')]);

    expect(statuses(body)).toEqual([201, 400, 201]);
    expect(body.data[1]?.body).toMatchObject({
      errors: [{ field: 'text', message: 'text holds a character that is not allowed.' }],
    });
    expect(await send([{ ...post('a'), other: 'b\ud800' }])).toMatchObject({ status: 400 });
  });

  it('lets others have their turn after each ten operations that it reads', async () => {
    const send = await given({});
    const turns = countTurns();
    turnsOfReads.splice(0);

    const { body } = await send(Array<object>(100).fill(post('a')));

    turns.end();
    expect(new Set(statuses(body))).toEqual(new Set([201]));
    expect(turnsOfReads).toHaveLength(100);
    const inOneTurn = turnsOfReads.map((at) => turnsOfReads.filter((each) => each === at).length);
    expect(Math.max(...inOneTurn)).toBe(10);
  });

  it('begins no operation when it has taken too long, and says so', async () => {
    let passedMs = 0;
    const done: string[] = [];
    const send = await given(
      {
        async create(text) {
          done.push(text);
          if (text === 'b') passedMs = OPERATION_START_DEADLINE_MS;
        },
      },
      { now: () => performance.now() + passedMs },
    );

    const { isUnfinished, body } = await send(['a', 'b', 'c', 'd'].map(post));

    expect(statuses(body)).toEqual([201, 201, 500, 500]);
    expect(body.data[2]?.body).toMatchObject({
      error: 'internal_error',
      message: expect.stringContaining('was not started'),
    });
    expect(done).toEqual(['a', 'b']);
    expect(isUnfinished).toBe(true);
    expect(lines).toEqual([]);
  });

  it('begins no operation for a client that has left', async () => {
    const leaving = new AbortController();
    const done: string[] = [];
    let left: Promise<unknown> = Promise.resolve();
    const ended = new Promise<void>((end) => {
      void given({
        async create(text) {
          done.push(text);
          leaving.abort();
          await left;
          setImmediate(end);
        },
      }).then((send) => {
        servers.at(-1)?.once('connection', (socket) => (left = once(socket, 'close')));
        return send(['a', 'b', 'c'].map(post), { signal: leaving.signal }).catch(() => undefined);
      });
    });

    await ended;

    expect(done).toEqual(['a']);
  });

  it.each([
    ['one after the other', false],
    ['side by side, but in order for the same record', true],
  ])('runs its operations %s', async (_, areSideBySide) => {
    const seen: string[] = [];
    const send = await given(
      {
        async update(id, text) {
          seen.push(`+${id}${text}`);
          await new Promise(setImmediate);
          seen.push(`-${id}${text}`);
          if (text === 'a') throw new DomainError('conflict', 'The note is at another version.');
        },
      },
      { isConcurrent: areSideBySide },
    );

    const { body } = await send([put(1, 'a'), put(2, 'b'), put(1, 'c')]);

    expect(seen.indexOf('-1a')).toBeLessThan(seen.indexOf('+1c'));
    expect(seen.indexOf('+2b') < seen.indexOf('-1a')).toBe(areSideBySide);
    expect(statuses(body)).toEqual([409, 200, 200]);
  });

  it('runs four operations of a company side by side, in however many bulks', async () => {
    let running = 0;
    let most = 0;
    const send = await given(
      {
        async create() {
          running += 1;
          most = Math.max(most, running);
          await new Promise(setImmediate);
          running -= 1;
        },
      },
      { isConcurrent: true },
    );
    const all = Array.from({ length: 50 }, (_, n) => post(`${n}`));

    await Promise.all([send(all), send(all, { name: 'x' })]);

    expect(most).toBe(4);
  });

  it('prepares its operations together, before any of them has a transaction', async () => {
    const seen: string[] = [];
    const send = await given(
      {},
      {
        createRoutes: (notes) => ({
          ...routesOf(notes),
          async prepare({ body }) {
            const { text } = body as { text: string };
            seen.push(text);
            await new Promise(setImmediate);
            if (text === 'b') throw new Error('The owner is away.');
          },
        }),
        runOnce: async ({ place }, work) => {
          seen.push(`${place}`);
          return work({ create: async () => undefined, update: async () => undefined });
        },
      },
    );

    const { body } = await send(['a', 'b', 'c'].map(post), { name: 'x' });

    expect(seen).toEqual(['a', 'b', 'c', '0', '1', '2']);
    expect(statuses(body)).toEqual([201, 500, 201]);
  });

  it('answers an operation that was done before, even if it cannot be prepared any more', async () => {
    const done = { status: 201, body: { success: true } } as const;
    const send = await given(
      {},
      {
        createRoutes: (notes) => ({
          ...routesOf(notes),
          prepare: () => Promise.reject(new Error('The owner is away.')),
        }),
        runOnce: async () => done as never,
      },
    );

    const { body } = await send([post('a')], { name: 'x' });

    expect(statuses(body)).toEqual([201]);
  });

  it('is refused to whom the gateway has admitted to something else', async () => {
    const send = await given({});

    expect((await send([post('a')], { as: 'createNote' })).status).toBe(401);
  });

  it('needs no transaction for an operation that is refused for what its text says', async () => {
    const begun: number[] = [];
    const send = await given(
      {},
      {
        runOnce: async (name, work) => {
          begun.push(name.place);
          return work({ create: async () => undefined, update: async () => undefined });
        },
      },
    );

    const { body } = await send(
      [post('a'), { method: 'POST', body: {} }, { method: 'PUT', body: { text: 'a' } }, post('b')],
      { name: 'x' },
    );

    expect(statuses(body)).toEqual([201, 400, 400, 201]);
    expect(body.data[1]?.body).toMatchObject({
      error: 'validation_failed',
      message: 'text is required.',
      errors: [{ field: 'text', message: 'text is required.' }],
      request_id: 'req_1',
    });
    expect(begun).toEqual([0, 3]);
  });
});
