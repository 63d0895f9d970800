import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { aJob, fsmHere, givenCompany, noteUsed, ROOT, runFile } from './platform';

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}

async function agent(apiKey: string) {
  const client = new Client({ name: 'agent', version: '1' });
  const env = { FSM_URL: runFile().gateway, FSM_API_KEY: apiKey };
  const args = [join(ROOT, 'dist/mcp/main.js')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return {
    client,
    async call(name: string, given: Record<string, unknown>) {
      const answer = (await client.callTool({ name, arguments: given })) as unknown as Result;
      const [{ text = '' } = {}] = answer.content;
      return { isError: answer.isError ?? false, answer: JSON.parse(text) as object };
    },
  };
}

it('lets an agent create, move and find a job, and says what its key lacks', async () => {
  const { ids, key } = await givenCompany('mcp');
  const { client, call } = await agent(key);

  const body = aJob(ids.customer_locations['shop'], 'The cooler is warm');
  noteUsed(body);
  const created = await call('createJob', { body, fields: ['job_id'] });
  expect(created).toEqual({ isError: false, answer: { data: { job_id: expect.any(Number) } } });
  const { job_id: id } = (created.answer as { data: { job_id: number } }).data;
  await call('changeJobStatus', { id, body: { job_status: 'Assigned' } });

  const fields = ['job_id', 'job_status'];
  expect(await call('listJobs', { status: 'Assigned', fields })).toMatchObject({
    answer: { data: [{ job_id: id, job_status: 'Assigned' }], pagination: { total: 1 } },
  });
  expect(await call('getJob', { id: id + 1 })).toMatchObject({
    isError: true,
    answer: { success: false, error: 'not_found' },
  });
  await client.close();

  const { id: readerId, key: reader } = await fsmHere<{ id: number; key: string }>(
    ...['key', 'create', '--company', 'mcp', '--name', 'Agent', '--scope', 'jobs:read'],
  );
  const reading = await agent(reader);
  const { tools } = await reading.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['listJobs', 'getJob']));
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  await reading.client.close();

  await fsmHere('key', 'update', String(readerId), '--scope', 'jobs:write');
  const mistaken = await agent(reader);
  await fsmHere('key', 'update', String(readerId), '--scope', 'jobs:read');
  expect(await mistaken.call('createJob', { body })).toMatchObject({
    isError: true,
    answer: { error: 'insufficient_scope' },
  });
  await mistaken.client.close();
});
