import { givenAdminListener, refusal, success, type } from './terminal';

const admin = givenAdminListener();

const aRequest = (id: number) => ({
  id,
  request_id: `req_${id}`,
  operation: null,
  time: '2026-03-02T14:00:00.000Z',
  key_id: 4,
  key_name: 'ERP',
  method: 'GET',
  address: '/api/v1/jobs?id=none',
  status: 400,
  error: 'validation_failed',
  body: null,
});
const lineOf = (id: number): string =>
  `2026-03-02T14:00:00.000Z  400  GET  /api/v1/jobs?id=none  validation_failed  ERP  req_${id}`;

const fsm = (line: string, untilInterrupted = () => new Promise<void>(() => {})) =>
  type(line.split(' '), {
    env: admin.env,
    untilInterrupted,
  });

it('shows the newest that the filters leave', async () => {
  admin.answer = () => success([aRequest(2), aRequest(1)]);
  const filters = '--status 4xx --error not_found --key 4 --method GET --address jobs';

  const { code, stdout } = await fsm(`logs --company acme --mode test ${filters} --limit 2`);

  expect(code).toBe(0);
  expect(admin.requests.map(({ path }) => path)).toEqual([
    '/companies/acme/sandbox/requests?status=4xx&error=not_found&key_id=4&method=GET&address=jobs&per_page=2',
  ]);
  const [head, ...lines] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^time +status +method +address +error +key +request_id$/);
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([lineOf(2), lineOf(1)]);
});

it('follows, the oldest first, and ends when it is interrupted', async () => {
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  admin.answer = ({ path }) => {
    if (!path.includes('after=')) return success([aRequest(2), aRequest(1)]);
    if (path.includes('after=2')) return success([aRequest(3)]);
    interrupt();
    return success([]);
  };

  const { code, stdout } = await fsm('logs --company acme --follow', () => interrupted);

  expect([code, stdout]).toEqual([0, `${[1, 2, 3].map(lineOf).join('\n')}\n`]);
  expect(admin.requests.map(({ path }) => path)).toEqual([
    '/companies/acme/requests?per_page=25',
    '/companies/acme/requests?after=2&per_page=100',
    '/companies/acme/requests?after=3&per_page=100',
  ]);
});

it('shows which operation of a bulk was refused, and one by its place', async () => {
  const refused = { ...aRequest(2), operation: 3, method: 'PATCH' };
  admin.answer = ({ path }) => success(path.includes('/request?') ? refused : [refused]);

  expect((await fsm('logs --company acme')).stdout).toMatch(/ req_2 operations\[3\]\n$/);
  const one = await fsm('logs --company acme --request-id req_2 --operation 3');

  expect(one.code).toBe(0);
  expect(admin.requests.at(-1)?.path).toBe('/companies/acme/request?request_id=req_2&operation=3');
});

it('says what is wrong', async () => {
  admin.answer = () => refusal(404, 'There is no company acme.');

  expect(await fsm('logs --company acme')).toMatchObject({
    code: 1,
    stderr: 'company acme: There is no company acme.\n',
  });
  expect(await fsm('logs --company acme --limit 101')).toMatchObject({ code: 1 });
  expect(await fsm('logs --company acme --request-id req_1 --follow')).toMatchObject({ code: 1 });
});
