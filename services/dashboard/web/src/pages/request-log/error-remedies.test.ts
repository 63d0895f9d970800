import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '../../../../contract/values';
import { ERROR_REMEDIES } from './error-remedies';

const SPECIFICATION = join(__dirname, '../../../../../../.github/docs/field-service-api.md');

it('has one sentence or more on what to do for every error code', () => {
  expect(Object.keys(ERROR_REMEDIES).sort()).toEqual([...ERROR_CODES].sort());
  for (const sentence of Object.values(ERROR_REMEDIES)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});

it('has the codes that the specification names', () => {
  const specification = readFileSync(SPECIFICATION, 'utf8');
  const named = ERROR_CODES.filter((code) => specification.includes(code));
  expect(named.length).toBeGreaterThan(20);
  for (const code of named) expect(ERROR_REMEDIES).toHaveProperty(code);
});
