import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { eventually, testDatabase, type TestDatabase } from '@svc/testing';
import { entities, migrations } from '../src/persistence/data-source';
import { resealTwoStepsIn } from '../src/persistence/reseal-two-steps';
import { twoStepBox } from '../src/persistence/two-step-box';
import { twoSteps } from '../src/persistence/two-steps';
import { PASSWORD, testService } from './service';

const NOON = new Date('2026-03-02T12:00:00Z');
const [former, current] = [randomBytes(32), randomBytes(32)];
const old = twoStepBox([former]);
const both = twoStepBox([current, former]);
const fresh = twoStepBox([current]);

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe('the secrets of a company', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await testDatabase({ context: 'dashboard', entities, migrations });
  });
  afterEach(() => database.close());

  async function givenUser(companyId = 1): Promise<{ companyId: number; id: number }> {
    const email = `${randomBytes(6).toString('hex')}@acme.example`;
    const [row] = await database.db.query(
      `insert into users (company_id, email, name, role, created_at, updated_at)
       values ($1, $2, 'Olive', 'owner', $3, $3) returning id`,
      [companyId, email, NOON],
    );
    return { companyId, id: Number(row.id) };
  }

  const secretBy = async (box: typeof old, user: { companyId: number; id: number }) =>
    (await twoSteps(database.db, box).find(user))?.secret();

  /** As the release before has kept it. */
  const keepPlain = ({ companyId, id }: { companyId: number; id: number }, secret: string) =>
    database.db.query(
      `insert into two_steps (company_id, user_id, secret, created_at) values ($1, $2, $3, $4)
       on conflict (company_id, user_id) do update set secret = $3`,
      [companyId, id, secret, NOON],
    );

  it('are brought to the new key, those of the release before too, after which the old one can be dropped', async () => {
    const [sealed, plain, already] = [await givenUser(), await givenUser(), await givenUser()];
    await twoSteps(database.db, old).begin(sealed, SECRET, NOON);
    await keepPlain(plain, SECRET);
    await twoSteps(database.db, both).begin(already, SECRET, NOON);
    await expect(secretBy(fresh, sealed)).rejects.toThrow(/ENCRYPTION_KEY/);
    expect(await secretBy(fresh, plain)).toBe(SECRET);
    const reseal = resealTwoStepsIn(database.db, both);

    expect(await reseal(1)).toEqual({ rewrapped: 2, already: 1, unreadable: 0 });
    expect(await reseal(1)).toEqual({ rewrapped: 0, already: 3, unreadable: 0 });

    for (const user of [sealed, plain, already]) expect(await secretBy(fresh, user)).toBe(SECRET);
    expect(JSON.stringify(await database.db.query('select secret from two_steps'))).toBe(
      JSON.stringify([{ secret: null }, { secret: null }, { secret: null }]),
    );
  });

  it('are many, and those of another company stay', async () => {
    for (let count = 0; count < 130; count += 1) await keepPlain(await givenUser(), SECRET);
    const other = await givenUser(2);
    await twoSteps(database.db, old).begin(other, SECRET, NOON);

    expect(await resealTwoStepsIn(database.db, both)(1)).toEqual({
      rewrapped: 130,
      already: 0,
      unreadable: 0,
    });
    expect(await secretBy(old, other)).toBe(SECRET);
  });

  it('stay as they are where no key opens them, and do not open for another user', async () => {
    const [user, other] = [await givenUser(), await givenUser()];
    await twoSteps(database.db, old).begin(user, SECRET, NOON);
    await database.db.query(
      `insert into two_steps (company_id, user_id, sealed_secret, created_at)
       select company_id, $1, sealed_secret, created_at from two_steps`,
      [other.id],
    );

    const counts = await resealTwoStepsIn(database.db, fresh)(1);

    expect(counts).toEqual({ rewrapped: 0, already: 0, unreadable: 2 });
    expect(await secretBy(old, user)).toBe(SECRET);
    await expect(secretBy(old, other)).rejects.toThrow(/ENCRYPTION_KEY/);
  });

  it('that a process of the release before writes beside a sealed one count', async () => {
    const user = await givenUser();
    await twoSteps(database.db, both).begin(user, SECRET, NOON);
    const newer = SECRET.replaceAll('J', 'K');
    await keepPlain(user, newer);

    expect(await secretBy(both, user)).toBe(newer);
    await resealTwoStepsIn(database.db, both)(1);
    expect(await secretBy(fresh, user)).toBe(newer);
  });

  it('are not overwritten where a user begins anew meanwhile', async () => {
    const user = await givenUser();
    await keepPlain(user, SECRET);
    const newer = SECRET.replaceAll('J', 'K');
    const beginning = database.db.createQueryRunner();
    await beginning.startTransaction();
    await twoSteps(beginning.manager, both).begin(user, newer, NOON);

    const counts = resealTwoStepsIn(database.db, both)(1);
    await eventually(async () => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      expect(await database.db.query(waiting)).toHaveLength(1);
    });
    await beginning.commitTransaction();
    await beginning.release();

    expect(await counts).toEqual({ rewrapped: 0, already: 1, unreadable: 0 });
    expect(await secretBy(fresh, user)).toBe(newer);
  });
});

describe('the secret of an authenticator app', () => {
  it('is kept encrypted, and signs in; so does one that the release before has kept, rewrapped or not', async () => {
    const service = await testService();
    const browser = await service.signedIn();
    const codeOf = (secret: string): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: service.clock.now().getTime(),
      });
    const { body: begun } = await browser.change('POST', 'me/two-step');
    const { secret } = begun.data as { secret: string };
    await browser.change('PUT', 'me/two-step', { code: codeOf(secret) });
    const signIn = async () => {
      service.clock.advance(300_000);
      return (await service.browser().signIn(browser.email, PASSWORD, codeOf(secret))).status;
    };

    const kept = await service.db.query('select * from two_steps');
    expect(kept).toMatchObject([{ secret: null, sealed_secret: expect.any(Buffer) }]);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(kept[0].sealed_secret.toString('latin1')).not.toContain(secret);
    expect(await signIn()).toBe(200);
    await service.db.query('update two_steps set secret = $1, sealed_secret = null', [secret]);
    expect(await signIn()).toBe(200);
    const rewrapped = await service.admin.post('/admin/secrets/rewrap');
    expect([rewrapped.status, rewrapped.body]).toEqual([
      200,
      { success: true, data: { rewrapped: 1, already: 0, unreadable: 0 }, request_id: 'req-1' },
    ]);
    expect(await signIn()).toBe(200);
    expect(await service.db.query('select secret from two_steps')).toEqual([{ secret: null }]);
    await service.close();
  }, 30_000);
});
