import { createLogger } from '@svc/logging';
import { eventually } from '@svc/testing';
import { listenLive } from './live-connection';
import { COMPANY_WITHOUT_FEATURES, testService, type TestService } from './service';

const lines: Record<string, unknown>[] = [];
let service: TestService;

beforeAll(async () => {
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const log = createLogger({ name: 'dashboard', level: 'info', destination });
  service = await testService({ log });
});
afterAll(() => service.close());
beforeEach(() => void lines.splice(0));

it('have no company without a session', async () => {
  await service.browser().get('/dashboard/api/api-keys');

  expect(lines).toMatchObject([
    { address: '/dashboard/api/api-keys', status: 401, error: 'unauthorized' },
  ]);
  expect(lines[0]).not.toHaveProperty('company_id');
});

it('have the company and the operation of what a person was refused', async () => {
  const olive = await service.signedIn({}, COMPANY_WITHOUT_FEATURES);

  await olive.get('/dashboard/api/v1/inventory?search=ada@acme.example');
  await olive.get('/dashboard/api/team/invitations?page=0');

  expect(lines).toMatchObject([
    {
      company_id: COMPANY_WITHOUT_FEATURES,
      address: '/dashboard/api/v1/inventory?search',
      operation: 'listItems',
      error: 'feature_not_available',
    },
    { address: '/dashboard/api/team/invitations', error: 'validation_failed' },
  ]);
});

it('have nothing of a browser that no longer listens', async () => {
  const { url, openStream } = await service.startLive();
  const anyStream = () => openStream({ companyId: 1, sessionId: 1_000_000 });
  const others = Array.from({ length: 999 }, anyStream);
  const connection = await listenLive(url, await service.signedIn(), service.clock.now());
  expect(connection.status).toBe(200);

  connection.close();
  // One more stream fits only after another has ended.
  await eventually(async () => void others.push(anyStream()));

  others.forEach((stream) => stream.destroy());
  expect(lines).toEqual([]);
});
