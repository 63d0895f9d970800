import type { SaveUserBody } from '../contract/bodies';
import { passwords, testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

interface Saved {
  readonly data: { readonly user_id: number; readonly outcome: string };
}

let people = 0;
const aUser = (overrides: Partial<SaveUserBody> = {}): SaveUserBody => {
  people += 1;
  return { email: `olive-${people}@acme.example`, name: 'Olive', role: 'owner', ...overrides };
};

const save = (body: object, companyId = 1) =>
  service.admin.as({ companyId }).put<Saved>('/admin/users', body);

const rowOf = async (email: string): Promise<Record<string, unknown>> => {
  const rows: Record<string, unknown>[] = await service.db.query(
    'select * from users where lower(email) = lower($1)',
    [email],
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
};

describe('PUT /admin/users', () => {
  it('creates a user', async () => {
    const { status, body } = await save(aUser({ password: 'correct horse' }));

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { user_id: expect.any(Number), outcome: 'created' },
      request_id: 'req_1',
    });
  });

  it('keeps of a password its hash alone', async () => {
    const { email } = aUser();
    await save(aUser({ email, password: 'correct horse' }));

    const row = await rowOf(email);

    expect(JSON.stringify(row)).not.toContain('correct');
    expect(await passwords.matches(String(row['password_hash']), 'correct horse')).toBe(true);
  });

  it('finds the user by the key of the e-mail', async () => {
    const user = aUser({ email: 'josé-ὀδός@acme.example' });
    const first = await save(user);

    const { body } = await save({ ...user, email: 'JOSE\u0301-Ο\u0313ΔΌΣ@ACME.example\u2060' });

    expect(body.data).toEqual({ user_id: first.body.data.user_id, outcome: 'changed' });
  });

  it('finds the user by e-mail without regard to case and replaces what is given', async () => {
    const user = aUser({ password: 'first' });
    const first = await save(user);

    const { body } = await save({
      email: user.email.toUpperCase(),
      name: 'Olive Owner',
      role: 'manager',
      password: 'second',
    });

    expect(body.data).toEqual({ user_id: first.body.data.user_id, outcome: 'changed' });
    const row = await rowOf(user.email);
    expect(row).toMatchObject({
      email: user.email.toUpperCase(),
      name: 'Olive Owner',
      role: 'manager',
    });
    expect(await passwords.matches(String(row['password_hash']), 'second')).toBe(true);
  });

  it('changes nothing when all is given again, the password included', async () => {
    const user = aUser({ password: 'correct horse' });
    await save(user);
    const before = await rowOf(user.email);
    service.clock.advance(60_000);

    await save(user);

    expect(await rowOf(user.email)).toEqual(before);
  });

  it('keeps a password that is not given', async () => {
    const user = aUser();
    await save({ ...user, password: 'correct horse' });

    await save({ ...user, name: 'Another' });

    const { password_hash: kept } = await rowOf(user.email);
    expect(await passwords.matches(String(kept), 'correct horse')).toBe(true);
  });

  it("refuses an e-mail address of another company's user, and writes nothing", async () => {
    const user = aUser();
    await save(user, 1);

    const { status, body } = await save({ ...user, email: user.email.toUpperCase() }, 2);

    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      error: 'validation_failed',
      message: 'email belongs to a user of another company.',
      errors: [{ field: 'email', message: 'email belongs to a user of another company.' }],
      request_id: 'req_1',
    });
    expect(await rowOf(user.email)).toMatchObject({ company_id: 1, email: user.email });
  });

  it('gives an address to one company of two that claim it at once', async () => {
    const user = aUser();

    const answers = await Promise.all([1, 2, 1, 2].map((companyId) => save(user, companyId)));

    const created = answers.filter(({ body }) => body.data?.outcome === 'created');
    const refused = answers.filter(({ status }) => status === 400);
    expect([created.length, refused.length]).toEqual([1, 2]);
    await rowOf(user.email);
  });

  it.each([
    ['email', { email: 'no address' }],
    ['email', { email: undefined }],
    ['name', { name: ' ' }],
    ['role', { role: 'admin' }],
    ['role', { role: undefined }],
    ['password', { password: '' }],
    ['password', { password: 7 }],
    ['password', { password: 'x'.repeat(1_025) }],
  ])('refuses a wrong %s (%o)', async (field, wrong) => {
    const { status, body } = await save({ ...aUser(), ...wrong });

    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_failed', errors: [{ field }] });
  });

  it('does not repeat a password that it refuses', async () => {
    const { body } = await save({ ...aUser({ password: 'correct horse' }), role: 'admin' });

    expect(JSON.stringify(body)).not.toContain('correct');
  });

  it('is there for the operator alone', async () => {
    for (const caller of [service.api, service.internal]) {
      expect((await caller.put('/admin/users', aUser())).status).toBe(404);
    }
  });
});

it('says in a dry run what would become of a user, and leaves nothing behind', async () => {
  const user = aUser({ password: 'first' });
  const tryOut = async (body: object) =>
    (await service.admin.put<Saved>('/admin/users?dry_run=true', body)).body.data;

  expect(await tryOut(user)).toMatchObject({ outcome: 'created' });
  expect(await tryOut(user)).toMatchObject({ outcome: 'created' });
  await save(user);
  expect(await tryOut(user)).toMatchObject({ outcome: 'unchanged' });
  expect(await tryOut({ ...user, password: 'second' })).toMatchObject({ outcome: 'changed' });
  expect(await tryOut(user)).toMatchObject({ outcome: 'unchanged' });
});
