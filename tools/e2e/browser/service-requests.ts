import { noteUsed, runFile } from '../test/platform';

export async function givenServiceRequest(
  slug: string,
  description: string,
  more: object = {},
): Promise<number> {
  const { admin, admin_token: token } = runFile();
  const body = {
    source: 'booking',
    contact_name: 'Vera Visitor',
    contact_email: `vera@${slug}.example`,
    description,
    ...more,
  };
  noteUsed(body);
  const response = await fetch(`${admin}/companies/${slug}/customers/service-requests`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  const { data } = (await response.json()) as { data: { service_request_id: number } };
  return data.service_request_id;
}
