import type { Bench, CompanySizes } from '../measurement';

const PASSWORD = 'nobody else signs in here';

export async function signInOwner(
  { platform }: Bench,
  company: keyof CompanySizes,
): Promise<string> {
  const email = `owner@${company}.example`;
  await platform.admin('PUT', `/companies/${company}/dashboard/users`, {
    email,
    name: 'Olive Owner',
    role: 'owner',
    password: PASSWORD,
  });
  const gateway = `http://127.0.0.1:${platform.gatewayPort}`;
  const response = await fetch(`${gateway}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'origin': gateway },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const session = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((cookie) => cookie.startsWith('fsm_session='));
  if (!session) throw new Error(`Sign-in failed: ${response.status}.`);
  return session;
}
