import { request } from 'playwright-core';
import { aCompany, applyManifest, runFile } from '../test/platform';

export interface PersonAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: 'owner' | 'manager' | 'dispatcher' | 'storekeeper' | 'viewer';
  readonly company: string;
}

type People = readonly Pick<PersonAccount, 'name' | 'role'>[];

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

/** Returns one cookie per person for all tests of a file. */
export function getSession(person: PersonAccount): Promise<Session> {
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

type Answered = Readonly<Record<string, unknown>>;

/** Calls the dashboard's server with a session of its own. */
export async function callDashboardAs({
  email,
  password,
}: Pick<PersonAccount, 'email' | 'password'>) {
  const { gateway } = runFile();
  const send = (method: string, path: string, cookie: string, data?: object) =>
    fetch(`${gateway}/dashboard/api/${path}`, {
      method,
      headers: { 'origin': gateway, 'content-type': 'application/json', cookie },
      ...(data && { body: JSON.stringify(data) }),
    });
  const { headers } = await send('POST', 'session', '', { email, password });
  const cookie = headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  return async (method: string, path: string, data?: object): Promise<Answered> => {
    const answer = await send(method, path, cookie.join('; '), data);
    expect([path, answer.ok]).toEqual([path, true]);
    return ((await answer.json()) as { data: Answered }).data;
  };
}
