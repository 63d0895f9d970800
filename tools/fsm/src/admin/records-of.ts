import { MODES, type Mode } from '@svc/contracts';
import { Option } from 'commander';

/** Where the records of a company, or of its sandbox, are asked about. */
export const recordsOf = (slug: string, mode: Mode = 'live'): string =>
  `/companies/${encodeURIComponent(slug)}${mode === 'test' ? '/sandbox' : ''}`;

/** Which of them a command is about. */
export const modeOption = (): Option =>
  new Option('--mode <mode>', "the company's own records, or its sandbox's")
    .choices(MODES)
    .default('live');
