import type { OwnHeader } from '../src/domain/own-headers';
import { randomBytes } from 'node:crypto';
import { expectWaitingForLocks, createTestDatabase, type TestDatabase } from '@svc/testing';
import { createNewEndpoint } from '../src/domain/endpoint';
import { createSecrets, rotateSecrets, type Secrets } from '../src/domain/signing-secret';
import { entities, migrations } from '../src/persistence/data-source';
import { createEndpointRepository } from '../src/persistence/endpoint-repository';
import { createReencryptSecrets } from '../src/persistence/reencrypt-secrets';
import { createSecretBox } from '../src/persistence/secret-box';
import { testService } from './service';

const NOON = new Date('2026-03-02T12:00:00Z');
const [former, current] = [randomBytes(32), randomBytes(32)];
const old = createSecretBox([former]);
const both = createSecretBox([current, former]);
const fresh = createSecretBox([current]);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ context: 'webhooks', entities, migrations });
});
afterEach(() => database.close());

const endpointsBy = (box: typeof old) => createEndpointRepository(database.db.manager, box);

async function givenEndpoint(
  secrets: Secrets,
  { companyId = 1, box = old, headers = [] as readonly OwnHeader[] } = {},
): Promise<number> {
  const details = { companyId, managedBy: 'dashboard', keyId: null, events: [] } as const;
  const url = 'https://a.example/';
  const { id } = await endpointsBy(box).add(
    createNewEndpoint({ ...details, secrets, url, headers }, NOON),
  );
  return id;
}

it('brings current and former secrets to the new key, after which the old one can be dropped', async () => {
  const first = createSecrets('whsec_1');
  const second = rotateSecrets(createSecrets('whsec_2'), 'whsec_3', NOON);
  const ids = [await givenEndpoint(first), await givenEndpoint(second)];
  const third = await givenEndpoint(createSecrets('whsec_4'), { box: both });
  await expect(endpointsBy(fresh).getSecrets(1, ids[0] ?? 0)).rejects.toThrow(/ENCRYPTION_KEY/);
  const reencrypt = createReencryptSecrets(database.db, both);

  expect(await reencrypt(1)).toEqual({ rewrapped: 3, already: 1, unreadable: 0 });
  expect(await reencrypt(1)).toEqual({ rewrapped: 0, already: 4, unreadable: 0 });

  expect(await endpointsBy(fresh).getSecrets(1, ids[0] ?? 0)).toEqual(first);
  expect(await endpointsBy(fresh).getSecrets(1, ids[1] ?? 0)).toEqual(second);
  expect(await endpointsBy(fresh).getSecrets(1, third)).toEqual(createSecrets('whsec_4'));
});

it('brings the values of own headers to the new key', async () => {
  const headers = [{ name: 'Authorization', value: 'Basic eDp5' }];
  const id = await givenEndpoint(createSecrets('whsec_1'), { headers });

  expect(await createReencryptSecrets(database.db, both)(1)).toMatchObject({ rewrapped: 2 });
  expect(await endpointsBy(fresh).getHeaders(1, id)).toEqual(headers);
});

it('takes many endpoints of one company, and leaves those of others', async () => {
  await Promise.all(Array.from({ length: 230 }, () => givenEndpoint(createSecrets('whsec_1'))));
  const other = await givenEndpoint(createSecrets('whsec_2'), { companyId: 2 });

  const counts = await createReencryptSecrets(database.db, both)(1);

  expect(counts).toEqual({ rewrapped: 230, already: 0, unreadable: 0 });
  expect(await endpointsBy(old).getSecrets(2, other)).toEqual(createSecrets('whsec_2'));
});

it('leaves what no key opens as it is', async () => {
  const id = await givenEndpoint(createSecrets('whsec_1'));

  expect(await createReencryptSecrets(database.db, fresh)(1)).toEqual({
    rewrapped: 0,
    already: 0,
    unreadable: 1,
  });
  expect(await endpointsBy(old).getSecrets(1, id)).toEqual(createSecrets('whsec_1'));
});

it('overwrites no secret that is rotated meanwhile', async () => {
  const id = await givenEndpoint(createSecrets('whsec_1'));
  const next = rotateSecrets(createSecrets('whsec_1'), 'whsec_2', NOON);
  const rotation = database.db.createQueryRunner();
  await rotation.startTransaction();
  await createEndpointRepository(rotation.manager, both).saveSecrets(1, id, next);

  const counts = createReencryptSecrets(database.db, both)(1);
  await expectWaitingForLocks(database.db, 1);
  await rotation.commitTransaction();
  await rotation.release();

  expect(await counts).toEqual({ rewrapped: 0, already: 2, unreadable: 0 });
  expect(await endpointsBy(fresh).getSecrets(1, id)).toEqual(next);
});

it('is asked for through the admin routes, for one company', async () => {
  const service = await testService();
  await service.givenEndpoint('https://receiver.example/');
  await service.givenEndpoint('https://receiver.example/other', ['job.created'], 2);

  const { status, body } = await service.admin.post('/admin/secrets/rewrap');

  expect([status, body]).toEqual([
    200,
    { success: true, data: { rewrapped: 0, already: 1, unreadable: 0 }, request_id: 'req_1' },
  ]);
  await service.close();
});
