import { SCHEMAS, type Schema } from '@svc/local-servers';

/** What one project run shares with its test files, which Jest runs in processes of their own. */
export interface TestServers {
  readonly adminUrl: string;
  readonly natsUrl: string;
  /** Folder of the run, removed at its end. */
  readonly dir: string;
}

const VARIABLE = 'TEST_SERVERS';

/** Provisioned, and never connected to: every database of the run starts as a copy of it. */
export const BASE_DATABASE = 'fsm';

/** Password of the superuser and of every context's role. */
export const PASSWORD = 'test';

export const PASSWORDS = Object.fromEntries(SCHEMAS.map((schema) => [schema, PASSWORD])) as Record<
  Schema,
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
