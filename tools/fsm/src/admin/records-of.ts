import { MODES, type Mode } from '@svc/contracts';
import { Option } from 'commander';
import type { AdminClient } from './admin-client';

/** Where the records of a company, or of its sandbox, are asked about. */
export const recordsOf = (slug: string, mode: Mode = 'live'): string =>
  `/companies/${encodeURIComponent(slug)}${mode === 'test' ? '/sandbox' : ''}`;

/** Which of them a command is about. */
export const modeOption = (): Option =>
  new Option('--mode <mode>', "the company's own records, or its sandbox's")
    .choices(MODES)
    .default('live');

/** Names the company of a command in its refusals. */
export const nameCompany = ({ company }: { readonly company: string }): string =>
  `company ${company}`;

/** The slugs of all companies. */
export async function allCompanies(client: AdminClient): Promise<string[]> {
  const companies = await client.ask<{ slug: string }[]>('GET', '/companies');
  return companies.map(({ slug }) => slug);
}
