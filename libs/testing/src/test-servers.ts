import { SCHEMAS, type DatabaseSchema } from '@svc/local-servers';

/** Passed to the test files' processes. */
export interface TestServers {
  readonly adminUrl: string;
  readonly natsUrl: string;
  readonly dir: string;
}

const VARIABLE = 'TEST_SERVERS';

/** Copied for every database of the run. */
export const BASE_DATABASE = 'fsm';

export const PASSWORD = 'test';

export const PASSWORDS = Object.fromEntries(SCHEMAS.map((schema) => [schema, PASSWORD])) as Record<
  DatabaseSchema,
  string
>;

export function announceServers(servers: TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

export function testServers(): TestServers {
  const announced = process.env[VARIABLE];
  if (!announced) {
    throw new Error('No test servers: add libs/testing/jest-servers.cjs to jest.config.cjs.');
  }
  return JSON.parse(announced) as TestServers;
}
