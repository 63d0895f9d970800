import { MODES, type Mode } from '@svc/contracts';
import { Option } from 'commander';
import type { AdminClient } from './admin-client';

export const getRecordsPath = (slug: string, mode: Mode = 'live'): string =>
  `/companies/${encodeURIComponent(slug)}${mode === 'test' ? '/sandbox' : ''}`;

export const createModeOption = (): Option =>
  new Option('--mode <mode>', "the company's own records, or its sandbox's")
    .choices(MODES)
    .default('live');

export interface CompanyOptions {
  readonly company: string;
  readonly mode: Mode;
}

export const nameCompany = ({ company }: Pick<CompanyOptions, 'company'>): string =>
  `company ${company}`;

export async function listCompanySlugs(client: AdminClient): Promise<string[]> {
  const companies = await client.call<{ slug: string }[]>('GET', '/companies');
  return companies.map(({ slug }) => slug);
}
