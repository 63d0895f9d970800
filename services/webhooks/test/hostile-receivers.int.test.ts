import { createCertificateAuthority, eventually } from '@svc/testing';
import { FLOODS, MISBEHAVIOURS } from './misbehaviours';
import { rawReceiver, receiver, silentServer, type Receiver } from './receiver';
import { HOST, testService, type TestService } from './service';

type Outcome = Readonly<Record<'status', number | null> & Record<'error', string | null>>;

const EVENTS = 10;
const DEADLINE_MS = 5_000;
/**
 * On a busy machine even the healthy one may miss its deadline, and gets the event with the next
 * attempt.
 */
const GAPS_MS = [15_000, 60_000];
const SOON = { within: 120_000 };
const failedWith = (error: string): Outcome => ({ status: null, error });

let service: TestService;
let healthy: Receiver;
const hostile: { name: string; id: number; outcome: Outcome }[] = [];
const servers: { close(): Promise<void> }[] = [];

const urlOf = ({ port }: { readonly port: number }): string => `https://${HOST}:${port}/`;

beforeAll(async () => {
  const { ca, certify, certifyUntilAnHourAgo } = await createCertificateAuthority();
  const [good, other, over] = await Promise.all([
    certify(HOST),
    certify('other.example'),
    certifyUntilAnHourAgo(HOST),
  ]);
  service = await testService({ ca, deadlineMs: DEADLINE_MS, gapsMs: GAPS_MS });

  const add = async (
    name: string,
    outcome: Outcome,
    server: { readonly port: number; close(): Promise<void> },
  ): Promise<number> => {
    servers.push(server);
    const { id } = await service.givenEndpoint(urlOf(server), ['job.created']);
    hostile.push({ name, id, outcome });
    return id;
  };
  for (const [name, misbehave, outcome] of [...MISBEHAVIOURS, ...FLOODS]) {
    await add(name, outcome, await rawReceiver(good, misbehave));
  }
  await add('hangs in the handshake', failedWith('timeout'), await silentServer());
  await add('is somebody else', failedWith('certificate_wrong_name'), await receiver(other));
  await add('is out of date', failedWith('certificate_expired'), await receiver(over));
  const renamed = await add(
    'resolves to another',
    failedWith('blocked_address'),
    await receiver(good),
  );
  await service.db.query(`update endpoints set url = 'https://internal.example/' where id = $1`, [
    renamed,
  ]);

  healthy = await receiver(good);
  servers.push(healthy);
  // The last one, because delivery by endpoint order would reach it last.
  await service.givenEndpoint(urlOf(healthy), ['job.created']);
  service.givenJob(1);
});
afterAll(async () => {
  await service.close();
  await Promise.all(servers.map((server) => server.close()));
});

const publish = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made += 1) await service.publish('job.created', 1);
};

const healthyHas = (count: number): Promise<void> =>
  eventually(() => {
    const ids = healthy.received.map(({ headers }) => headers['x-svc-event-id']);
    expect(new Set(ids).size).toBe(count);
  }, SOON);

it('receivers that misbehave, all at once, keep no event from the one that does not', async () => {
  await publish(EVENTS);

  await healthyHas(EVENTS);
  for (const { name, id, outcome } of hostile) {
    const { status: response_code, error } = outcome;
    const ended = { response_code, error };
    await eventually(async () => {
      const deliveries = await service.deliveries(`?endpoint_id=${id}`);
      expect({ name, deliveries }).toEqual({
        name,
        deliveries: expect.arrayContaining([expect.objectContaining(ended)]),
      });
    }, SOON);
  }

  await publish(1);

  await healthyHas(EVENTS + 1);
}, 300_000);
