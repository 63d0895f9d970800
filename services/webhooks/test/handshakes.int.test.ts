import { createCertificateAuthority, eventually } from '@svc/testing';
import { receiver, type Receiver } from './receiver';
import { HOST, testService, type TestService } from './service';
import { slowCertificates } from './slow-certificates';

let service: TestService;
let bad: Receiver;
let healthy: Receiver;

beforeAll(async () => {
  const { ca, certify } = await createCertificateAuthority();
  service = await testService({ ca, deadlineMs: 800, gapsMs: [600_000] });
  bad = await receiver(slowCertificates(11));
  healthy = await receiver(await certify(HOST));
});
afterAll(async () => {
  await service.close();
  await Promise.all([bad.close(), healthy.close()]);
});

it('a receiver that is not heard in time, because of another of its company, has lost no attempt', async () => {
  const urlOf = ({ port }: Receiver): string => `https://${HOST}:${port}/hook`;
  const { id: badId } = await service.givenEndpoint(urlOf(bad), ['job.created']);
  const { id } = await service.givenEndpoint(urlOf(healthy), ['job.updated']);
  service.givenJob(1);

  await service.publish('job.created', 1);
  // From here on none of its company's handshakes is processed for about a second.
  await eventually(async () => {
    const [failed] = await service.deliveries(`?endpoint_id=${badId}`);
    expect(failed).toMatchObject({ attempts: 1, error: 'tls_error' });
  });
  await service.publish('job.updated', 1);

  await eventually(
    async () => {
      const [sent] = await service.deliveries(`?endpoint_id=${id}`);
      expect(sent).toMatchObject({ status: 'succeeded', attempts: 1 });
    },
    { within: 30_000 },
  );
});
