import { request } from 'playwright-core';
import { aCompany, applyManifest, runFile } from '../test/platform';

/** Somebody who can sign in. */
export interface PersonAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: 'owner' | 'manager';
  /** The company's name. */
  readonly company: string;
}

type People = readonly Pick<PersonAccount, 'name' | 'role'>[];

/** A company of the test file's own, and people who can sign in once its tests begin. */
export function givenPeople<const T extends People>(
  slug: string,
  company: string,
  people: T,
): { readonly [Each in keyof T]: PersonAccount } {
  const users = people.map(({ name, role }, n) => ({
    name,
    role,
    email: `person-${n}@${slug}.example`,
    password: `${slug} password ${n} of many`,
  }));
  beforeAll(() =>
    applyManifest({
      company: { ...aCompany(slug), name: company },
      users,
    }),
  );
  return users.map((user) => ({ ...user, company })) as { [Each in keyof T]: PersonAccount };
}

type Session = Awaited<ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>>;

const sessions = new Map<string, Promise<Session>>();

/** The cookie of a person who has signed in once for all tests of a file. */
export function sessionOf(person: PersonAccount): Promise<Session> {
  const session = sessions.get(person.email) ?? signIn(person);
  sessions.set(person.email, session);
  return session;
}

async function signIn({ email, password }: PersonAccount): Promise<Session> {
  const { gateway } = runFile();
  const client = await request.newContext({ extraHTTPHeaders: { Origin: gateway } });
  const response = await client.post(`${gateway}/dashboard/api/session`, {
    data: { email, password },
  });
  expect(response.status()).toBe(200);
  const state = await client.storageState();
  await client.dispose();
  return state;
}
