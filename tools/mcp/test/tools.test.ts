import { COLLECTIONS, SCOPES } from '@svc/contracts';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { createTools } from '../src/tools';
import { BODIES, DOCUMENT } from './the-document';

const rows = COLLECTIONS.flatMap(({ operations }) => Object.values(operations));
const all = createTools(DOCUMENT, SCOPES);
const toolOf = (name: string) => {
  const tool = all.get(name)?.tool;
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};

it('offers each operation of the endpoint table', () => {
  expect([...all.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('offers what the scopes of the key allow, implied ones included', () => {
  for (const [scopes, allowed] of [
    [['jobs:read'], ['jobs:read']],
    [['inventory:write'], ['inventory:read', 'inventory:write']],
    [['inventory:transfer'], ['inventory:transfer']],
  ] as const) {
    const expected = rows.filter(({ scope }) => allowed.some((each) => each === scope));
    const known = new Set<string>(SCOPES);
    const offered = [...createTools(DOCUMENT, scopes)]
      .filter(([, { documented }]) => known.has(documented.operation.scope))
      .map(([name]) => name);
    expect(offered.sort()).toEqual(expected.map(({ name }) => name).sort());
  }
});

it('offers what holds other writes to whoever may do one of them', () => {
  const answer = { $ref: '#/components/schemas/CreateJobAnswer' };
  const bulk = {
    ...{ name: 'severalJobs', summary: 'Several', description: '', parameters: [], errors: [] },
    ...{ address: 'POST /api/v1/jobs?action=several', scope: 'by each operation', answer },
  };
  const post = { 'x-operations': [bulk] };
  const document = { ...DOCUMENT, paths: { ...DOCUMENT.paths, more: { post } } };

  expect(createTools(document, ['jobs:write']).has('severalJobs')).toBe(true);
  expect(createTools(document, ['jobs:read', 'assets:write']).has('severalJobs')).toBe(false);
});

it.each(rows.map(({ name, method }) => [name, method] as const))(
  'marks %s as what it is, a %s',
  (name, method) => {
    const isDeletion = method === 'DELETE' || name === 'unsubscribeHook';
    expect(toolOf(name).annotations).toMatchObject({
      readOnlyHint: method === 'GET',
      destructiveHint: isDeletion,
    });
  },
);

it.each(rows.map(({ name, where }) => [name, where] as const))(
  'takes for %s the ids of its address, and a body as the document shows it',
  (name, where) => {
    const { inputSchema } = toolOf(name);
    expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    const accepts = ajv.compile(inputSchema);
    const open = Object.keys(where).filter((selector) => where[selector] === '');
    const required = (inputSchema.required ?? []).filter((each) => each !== 'body');
    expect(required).toEqual(expect.arrayContaining(open));

    const valueOf = (argument: string): unknown => {
      const {
        type,
        pattern,
        enum: values,
      } = (inputSchema.properties?.[argument] ?? {}) as {
        type?: string;
        pattern?: string;
        enum?: readonly unknown[];
      };
      const text = pattern?.startsWith('^dlv_') ? 'dlv_01M8KQRA72KPJQ5G7STQY3MXNX' : 'text';
      return values?.[0] ?? (type === 'integer' ? 1 : text);
    };
    const ids = Object.fromEntries(required.map((each) => [each, valueOf(each)]));
    const body = BODIES[name]?.value;
    const given = { ...ids, ...(body && { body }), fields: ['job_id'] };
    expect([accepts(given), accepts.errors]).toEqual([true, null]);
    expect(accepts({ ...given, sub: 'stock' })).toBe(false);
  },
);
