import type { AdminClient } from '../admin/admin-client';

/** The slugs of all companies. */
export async function allCompanies(client: AdminClient): Promise<string[]> {
  const companies = await client.ask<{ slug: string }[]>('GET', '/companies');
  return companies.map(({ slug }) => slug);
}
