import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { aJob, givenCompany, noteUsed, runFile } from './platform';
import { startReceiver, type Receiver } from './receiver';

const run = promisify(execFile);
const PROGRAMS = join(__dirname, 'clients');
/** Java decodes arguments by the locale. */
const UTF_8 = { ...process.env, LC_ALL: 'C.UTF-8' };

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** `send` prints status and body, `verify` whether a signature is valid. */
interface Client {
  readonly name: string;
  readonly isHere: boolean;
  send(url: string, key: string, body?: string): Promise<string>;
  verify(signature: string, secret: string, body: string): Promise<string>;
}

const has = (command: string, ...options: string[]): boolean =>
  spawnSync(command, options).status === 0;

const program = (name: string, command: string, file: string, isHere: boolean): Client => {
  const perform = async (...given: readonly string[]): Promise<string> =>
    (await run(command, [join(PROGRAMS, file), ...given], { env: UTF_8 })).stdout.trim();
  return {
    name,
    isHere,
    send: (url, key, body) => perform('send', url, key, ...(body === undefined ? [] : [body])),
    verify: (...given) => perform('verify', ...given),
  };
};

const python = program('Python', 'python3', 'first_steps.py', has('python3', '--version'));

/** It sends `Upgrade: h2c`. Python verifies signatures for curl. */
const curl: Client = {
  name: 'curl --http2',
  isHere: python.isHere && has('curl', '--http2', '--version'),
  async send(url, key, body) {
    const data = body === undefined ? [] : ['--data', body];
    const options = ['--http2', '--silent', '--write-out', '%{http_code} ', '--output', '-'];
    const { stdout } = await run('curl', [...options, '-H', `X-API-Key: ${key}`, ...data, url]);
    const [, text = '', status = ''] = /^(.*?)(\d{3}) $/s.exec(stdout) ?? [];
    return `${status} ${text}`;
  },
  verify: python.verify,
};

const CLIENTS = [
  python,
  curl,
  program('the JDK', 'java', 'FirstSteps.java', has('javac', '-version')),
];

describe.each(CLIENTS)('$name', (client) => {
  (client.isHere ? it : it.skip)(
    'makes a first call, creates a job and verifies its webhook',
    async () => {
      const slug = `client-${CLIENTS.indexOf(client)}`;
      const { ids, key } = await givenCompany(slug);
      const at = (path: string): string => `${runFile().gateway}/api/v1/${path}`;
      const send = async (path: string, body?: object) => {
        const text = await client.send(at(path), key, body && JSON.stringify(body));
        return { status: text.slice(0, 3), body: JSON.parse(text.slice(4)) as Answer };
      };

      expect(await send('jobs')).toMatchObject({ status: '200', body: { data: [] } });

      const target_url = receiver.urlOf(`/${slug}`);
      const subscribed = await send('hooks.php', { target_url, event: 'job.created' });
      expect(subscribed.status).toBe('201');
      const secret = String(subscribed.body.data['secret']);
      noteUsed({ secret });

      const job = aJob(ids.customer_locations['shop'], 'Café door does not close');
      const created = await send('jobs', job);
      expect(created).toMatchObject({
        status: '201',
        body: { data: { job_id: expect.any(Number) } },
      });

      const delivery = await eventually(
        async () => {
          const [first] = receiver.at(`/${slug}`);
          if (!first) throw new Error('Nothing has arrived yet.');
          return first;
        },
        { within: 20_000 },
      );
      expect(JSON.parse(delivery.body)).toMatchObject({
        data: { object: { job_title: 'Café door does not close' } },
      });
      expect(await client.verify(delivery.signature, secret, delivery.body)).toBe('true');
      expect(await client.verify(delivery.signature, 'whsec_other', delivery.body)).toBe('false');
    },
  );
});

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
}
