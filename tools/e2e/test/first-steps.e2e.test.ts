import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aCompany, applyManifest, dataDir, noteUsed, ROOT, runFile } from './platform';

const run = promisify(execFile);

async function samplesOf(heading: string): Promise<readonly string[]> {
  const response = await fetch(`${runFile().gateway}/openapi.json`);
  const { info } = (await response.json()) as { info: { description: string } };
  const section = info.description.split(/^## /m).find((each) => each.startsWith(`${heading}\n`));
  return [...String(section).matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, text = '']) => text);
}

const printedJson = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('leads a newcomer with a test key from nothing to a job, as the guide says', async () => {
  const { api_keys: keys } = await applyManifest({
    company: aCompany('newcomer'),
    api_keys: [{ ref: 'first', name: 'First', mode: 'test', scopes: 'all' }],
  });
  const key = String(keys['first']?.key);
  noteUsed({ key });
  const [customer = '', job = '', typeScript = ''] = await samplesOf('First steps');
  const { gateway } = runFile();
  const env = { ...process.env, FSM_URL: gateway, FSM_API_KEY: key };
  const shell = async (text: string) => {
    const { stdout } = await run('bash', ['-ec', text.replaceAll(/}'\n/g, "}'; echo\n")], { env });
    return printedJson(stdout);
  };

  const mine = customer.replace('https://api.example.com', gateway).replace('svc_test_…', key);
  expect(mine).toContain(key);
  const [created] = await shell(mine);
  expect(created).toMatchObject({ success: true, data: { location_id: expect.any(Number) } });
  const { location_id: location } = created?.['data'] as { location_id: number };

  const atLocation = job.replace(
    '"customer_location_id": 31',
    `"customer_location_id": ${location}`,
  );
  const [made, listed] = await shell(atLocation);
  expect(made).toMatchObject({ success: true, data: { job_id: expect.any(Number) } });
  expect(listed).toMatchObject({
    data: [{ job_title: 'Rooftop unit is short cycling', customer_location_id: location }],
  });

  const folder = await mkdtemp(join(dataDir(), 'newcomer-'));
  try {
    await mkdir(join(folder, 'node_modules/@field-service'), { recursive: true });
    await symlink(join(ROOT, 'dist/sdk'), join(folder, 'node_modules/@field-service/sdk'));
    const program = ['--input-type=module', '--eval', typeScript];
    const { stdout } = await run(process.execPath, program, { cwd: folder, env });
    expect(stdout).toBe('Rooftop unit is short cycling\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});
