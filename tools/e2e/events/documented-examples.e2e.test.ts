import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@svc/testing';
import { givenCompany, givenJob, noteUsed, ROOT, runFile } from '../test/platform';
import { startReceiver, type Receiver } from '../test/receiver';

const run = promisify(execFile);
const PAGE = join(ROOT, '.github/docs/integrators.md');
const DOCUMENTED_RECEIVER = 'https://erp.example.com/hooks';
const PATH = '/documented';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** Each command of the page's shell blocks; an indented line belongs to the one before it. */
const commands = (): string[] =>
  [...readFileSync(PAGE, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.trim().split(/\n(?! )/),
  );

it('the examples for integrators run as they are, one after the other', async () => {
  const { api, ids, key } = await givenCompany('documented-examples');
  const variables: Record<string, string> = { URL: runFile().gateway, KEY: key };
  let last: Readonly<Record<string, unknown>> = {};

  for (const command of commands()) {
    const [, name, value] = /^(\w+)=(\S*)/.exec(command) ?? [];
    if (name !== undefined) {
      // `HOOK=…` stands for the id of the response before it.
      variables[name] = value === '…' ? String(last['id']) : String(value);
      continue;
    }
    // Otherwise the read would wait for an event.
    if (command.includes('wait=')) {
      await givenJob(api, ids.customer_locations['shop'], 'The cooler is warm');
    }
    const text = command.replace(DOCUMENTED_RECEIVER, receiver.urlOf(PATH));
    const env = { ...process.env, ...variables };
    const { stdout } = await run('bash', ['-c', text.replaceAll('curl ', 'curl -s ')], { env });
    last = JSON.parse(stdout) as typeof last;
    noteUsed({ secret: last['secret'] });
    expect({ command, ...last }).toMatchObject({ success: true });
  }

  expect(last['data']).toMatchObject([{ type: 'job.created' }]);
  const [ping] = await eventually(() => {
    expect(receiver.at(PATH)).not.toHaveLength(0);
    return receiver.at(PATH);
  });
  expect(ping?.headers).toMatchObject({
    'authorization': 'Basic ZXJwOnNlc2FtZQ==',
    'x-svc-event-type': 'ping',
  });
});
