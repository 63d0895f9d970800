import { givenAdminListener, refusal, success, temporaryFolder, type } from './terminal';

const folder = temporaryFolder();
const admin = givenAdminListener(() =>
  success({ id: 7, name: 'erp', key: 'svc_live_1', differences: [] }),
);

afterAll(() => folder.remove());

const fsm = (line: string, terminal: { columns?: number } = {}) =>
  type(line.split(' '), {
    env: admin.env,
    ...terminal,
  });

it.each<[string, string, string, object | undefined]>([
  ['company list', 'GET', '/companies', undefined],
  ['company show acme', 'GET', '/companies/acme', undefined],
  ['key list --company acme', 'GET', '/companies/acme/keys', undefined],
  [
    'key create --company acme --name erp --scope jobs:read jobs:write --mode test --allow-ip 10.0.0.0/8 ::1',
    'POST',
    '/companies/acme/keys',
    {
      name: 'erp',
      scopes: ['jobs:read', 'jobs:write'],
      mode: 'test',
      ip_allowlist: ['10.0.0.0/8', '::1'],
    },
  ],
  [
    'key create --company acme --name erp --scope all',
    'POST',
    '/companies/acme/keys',
    { name: 'erp', scopes: 'all' },
  ],
  ['key update 7 --scope jobs:read', 'PATCH', '/keys/7', { scopes: ['jobs:read'] }],
  ['key update 7 --allow-ip 10.0.0.1', 'PATCH', '/keys/7', { ip_allowlist: ['10.0.0.1'] }],
  ['key update 7 --allow-any-ip', 'PATCH', '/keys/7', { ip_allowlist: [] }],
  ['key update 7 --never-expires', 'PATCH', '/keys/7', { expires_at: null }],
  [
    'key update 7 --expires-at 2027-01-01T00:00:00Z',
    'PATCH',
    '/keys/7',
    { expires_at: '2027-01-01T00:00:00Z' },
  ],
  [
    'key create --company acme --name erp --scope all --expires-at 2027-01-01',
    'POST',
    '/companies/acme/keys',
    { name: 'erp', scopes: 'all', expires_at: '2027-01-01' },
  ],
  ['key roll 7', 'POST', '/keys/7/roll', { keep_hours: 168 }],
  ['key roll 7 --keep-hours 0', 'POST', '/keys/7/roll', { keep_hours: 0 }],
  ['key revoke 7', 'POST', '/keys/7/revoke', undefined],
  ['job delete 7 --company acme', 'POST', '/companies/acme/jobs/jobs/7/delete', undefined],
  ['job restore 7 --company acme', 'POST', '/companies/acme/jobs/jobs/7/restore', undefined],
  [
    'customer delete 7 --company acme',
    'POST',
    '/companies/acme/customers/customers/7/delete',
    undefined,
  ],
  [
    'customer restore 7 --company acme',
    'POST',
    '/companies/acme/customers/customers/7/restore',
    undefined,
  ],
  [
    'job delete 7 --company acme --mode test',
    'POST',
    '/companies/acme/sandbox/jobs/jobs/7/delete',
    undefined,
  ],
  [
    'logs --company acme --request-id req_1',
    'GET',
    '/companies/acme/request?request_id=req_1',
    undefined,
  ],
  ['sandbox reset --company acme', 'POST', '/companies/acme/sandbox/reset', undefined],
  ['inventory reconcile --company acme', 'POST', '/companies/acme/inventory/reconcile', undefined],
  [
    'projection rebuild jobs --company acme',
    'POST',
    '/companies/acme/jobs/projections/rebuild',
    undefined,
  ],
  ['projection rebuild webhooks --company acme', 'POST', '/companies/acme/announce', undefined],
])('%s asks %s %s', async (line, method, path, body) => {
  const outcome = await fsm(line);

  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(admin.requests).toEqual([{ method, path, body, authorization: 'Bearer let me in' }]);
});

it('projections rebuild asks every context that keeps copies', async () => {
  const outcome = await fsm('projections rebuild --company acme');

  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(admin.requests.map(({ path }) => path)).toEqual([
    '/companies/acme/jobs/projections/rebuild',
    '/companies/acme/assets/projections/rebuild',
    '/companies/acme/announce',
  ]);
});

it('prints what was answered as one JSON document', async () => {
  const keys = [{ id: 7, scopes: ['jobs:read'], revoked_at: null }];
  admin.answer = () => success(keys);

  const { stdout } = await fsm('key list --company acme --output json');

  expect(JSON.parse(stdout)).toEqual(keys);
});

it('prints a table for people', async () => {
  admin.answer = () =>
    success([
      { id: 7, name: 'erp', scopes: ['jobs:read', 'jobs:write'], revoked_at: null },
      { id: 12, name: 'reports', scopes: [], revoked_at: '2026-03-02' },
    ]);

  expect((await fsm('key list --company acme')).stdout).toBe(
    [
      'id  name     scopes                revoked_at',
      '7   erp      jobs:read jobs:write  -',
      '12  reports  -                     2026-03-02',
      '',
    ].join('\n'),
  );
});

describe('a table', () => {
  const companies = [
    { id: 7, name: 'Short', note: 'x'.repeat(60) },
    { id: 123456, name: '冷房設備 👩‍🔧🫠', note: 'two\nlines' },
  ];
  beforeEach(() => {
    admin.answer = () => success(companies);
  });

  it('is cut to the width of the terminal, the widest column first', async () => {
    expect((await fsm('company list', { columns: 40 })).stdout).toBe(
      [
        'id      name           note',
        `7       Short          ${'x'.repeat(16)}…`,
        '123456  冷房設備 👩‍🔧🫠  two lines',
        '',
      ].join('\n'),
    );
  });

  it('cuts no character in two', async () => {
    const { stdout } = await fsm('company list', { columns: 20 });

    expect(stdout.split('\n')[2]).toBe('123456  冷房…  two …');
  });

  it('is whole where no terminal shows it', async () => {
    expect((await fsm('company list')).stdout).toContain('x'.repeat(60));
  });
});

it('prints its version', async () => {
  expect(await fsm('--version')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
});

it('looks for run.json in the folder in which the command was typed', async () => {
  folder.write('run.json', { admin: admin.url, admin_token: 'from run.json' });

  const line = ['company', 'list', '--data', '.'];
  expect(await type(line, { cwd: folder.path })).toMatchObject({ code: 0 });
  expect(admin.requests).toMatchObject([{ authorization: 'Bearer from run.json' }]);
});

it('looks for run.json in the repository when no folder is named', async () => {
  expect((await type(['company', 'list'], { cwd: folder.path })).stderr).toMatch(
    /^\/repository\/\.data\/run\.json does not exist/,
  );
});

it('rebuilds for every company when none is named', async () => {
  admin.answer = ({ path }) =>
    success(path === '/companies' ? [{ slug: 'acme' }, { slug: 'other' }] : { locations: 3 });

  const { stdout } = await fsm('projection rebuild jobs --output json');

  expect(JSON.parse(stdout)).toEqual([
    { company: 'acme', locations: 3 },
    { company: 'other', locations: 3 },
  ]);
});

it('fails where the ledger differs from the stock, and tells the differences', async () => {
  const audit = { items: 1, balances: 1, transactions: 2, differences: [{ item_id: 7 }] };
  admin.answer = () => success(audit);

  const { code, stdout, stderr } = await fsm('inventory reconcile --company acme --output json');

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual(audit);
  expect(stderr).toBe('inventory of acme: stock and ledger differ (1 found).\n');
});

it.each<[string, string]>([
  [
    'key update 7',
    'key 7: add --scope, --allow-ip, --allow-any-ip, --expires-at or --never-expires.\n',
  ],
  ['key update 0 --allow-any-ip', expect.stringContaining("'id'")],
  ['key revoke seven', expect.stringContaining("'id'")],
  ['key update 7 --allow-ip ::1 --allow-any-ip', expect.stringContaining('--allow-any-ip')],
  ['key create --name erp --scope all', expect.stringContaining('--company')],
  ['key create --company acme --name e --scope all --mode dev', expect.stringContaining('--mode')],
  ['job delete 7', expect.stringContaining('--company')],
  ['inventory reconcile', expect.stringContaining('--company')],
  ['projection rebuild vehicles', expect.stringContaining("'context'")],
  ['company list --output xml', expect.stringContaining('--output')],
  ['company list --colour', expect.stringContaining('--colour')],
  ['company remove', expect.stringContaining('remove')],
  ['--output json', 'A command is missing; --help lists them.\n'],
  ['apply', expect.stringContaining('--file')],
])('refuses "%s" in one line, without asking anybody', async (line, stderr) => {
  const outcome = await fsm(line);

  expect(outcome).toEqual({ code: 1, stdout: '', stderr });
  expect(outcome.stderr).toMatch(/^[^\n]+\n$/);
  expect(admin.requests).toEqual([]);
});

it.each([
  ['company show acme', refusal(404, 'There is no company acme.'), 'company acme'],
  ['key revoke 7', refusal(404, 'There is no API key 7.'), 'key 7'],
  ['job delete 7 --company acme', refusal(404, 'Job not found.'), 'job 7'],
  ['customer restore 7 --company acme', refusal(404, 'Customer not found.'), 'customer 7'],
  ['job delete 7 --company acme', refusal(500, 'Something went wrong.'), 'job 7'],
])('%s: names the record that is at fault', async (line, answer, subject) => {
  admin.answer = () => answer;

  const { code, stdout, stderr } = await fsm(`${line} --output json`);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^${subject}: [^\n]+\n$`));
});

it('says that the token is not accepted', async () => {
  admin.answer = () => refusal(401, 'no');

  expect((await fsm('company list')).stderr).toBe(
    `${admin.url} rejected the token. Check --token or FSM_ADMIN_TOKEN.\n`,
  );
});

it('says that something else answers', async () => {
  admin.answer = () => ({ status: 200, body: '<html>' });

  expect((await fsm('company list')).stderr).toBe(
    `The server at ${admin.url} is not the admin listener. Check the address.\n`,
  );
});

it('says that nobody answers', async () => {
  const { code, stderr } = await type([
    'company',
    'list',
    '--admin',
    'http://127.0.0.1:1',
    '--token',
    't',
  ]);

  expect(code).toBe(1);
  expect(stderr).toBe('Could not reach the admin listener at http://127.0.0.1:1 (ECONNREFUSED).\n');
});

it('shows its help on standard output', async () => {
  const { code, stdout, stderr } = await fsm('key create --help');

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('--scope <scope...>');
  expect(stdout).toContain('--admin <url>');
});
