import { eventually, startMailReceiver, type MailReceiver } from '@svc/testing';
import { ENDPOINT, PUBLIC_URL, testService, type TestService } from './service';

let service: TestService;
let server: MailReceiver;
let olive: number;
let max: number;

beforeEach(async () => {
  [service, server] = await Promise.all([testService(), startMailReceiver()]);
  olive = await service.givenUser({ email: 'olive@acme.example', name: 'Olive' });
  max = await service.givenUser({ email: 'max@acme.example', name: 'Max', role: 'manager' });
  await service.givenUser({ email: 'other@other.example' }, 2);
});
afterEach(async () => {
  await service.close();
  await server.close();
});

const recipients = () => server.received.map(({ to }) => to).sort();

const noticesOf = async (eventId: string) =>
  (await service.rows('notifications'))
    .filter(({ event_id }) => event_id === eventId)
    .map(({ user_id, kind }) => [user_id, kind]);

/** Waits until all earlier events have been handled. */
const settled = async () => {
  await service.publish({ id: 'evt_last', companyId: 2 });
  await eventually(() => expect(recipients()).toContain('other@other.example'));
};

describe('an endpoint that was turned off', () => {
  it("notifies the company's Owner and Managers by one mail and one notice each", async () => {
    await service.startReplica({ smtpUrl: server.url });

    const eventId = await service.publish();

    await eventually(() => {
      expect(recipients()).toEqual(['max@acme.example', 'olive@acme.example']);
    });
    expect(await noticesOf(eventId)).toEqual([
      [olive, 'webhook.endpoint_off'],
      [max, 'webhook.endpoint_off'],
    ]);
    const mail = server.received.find(({ to }) => to === 'olive@acme.example');
    expect(mail?.headers).toContain('From: Platform <no-reply@platform.example>\r\n');
    expect(mail?.headers).toContain('To: olive@acme.example\r\n');
    expect(mail?.headers).toContain('Subject: The webhook endpoint on erp.example was turned off');
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated');
    expect(mail?.text).toContain('Hello Olive,\n\n');
    expect(mail?.text).toContain(`${ENDPOINT} was turned off at Mar 2, 2026, 9:15 AM EST`);
    expect(mail?.text).toContain(`Open endpoint: ${PUBLIC_URL}/dashboard/webhooks/7`);
    expect(mail?.text).toContain('You receive this e-mail as owner of the account.');
    expect(mail?.headers).toContain('Content-Type: multipart/alternative');
    expect(mail?.html).toContain('>Hello Olive,</p>');
    expect(mail?.html).toContain(`<a href="${ENDPOINT}">${ENDPOINT}</a> was turned off at`);
  });

  it('notifies once, however often and late the event is delivered', async () => {
    await service.startReplica({ smtpUrl: server.url });
    const eventId = await service.publish();
    await eventually(() => expect(recipients().length).toBe(2));

    await service.publish({ id: eventId });
    await service.db.query('delete from consumed_events');
    await service.publish({ id: eventId });

    await settled();
    expect(recipients()).toHaveLength(3);
    expect(await noticesOf(eventId)).toHaveLength(2);
  });

  it('notifies nobody if its receiver responded 410, nor of events of a newer release', async () => {
    await service.startReplica({ smtpUrl: server.url });

    const eventId = await service.publish({ data: { url: ENDPOINT, reason: 'gone' } });
    const unknown = await service.publish({ type: 'webhook.endpoint_renamed' as never });

    await settled();
    expect(await noticesOf(eventId)).toEqual([]);
    expect(await noticesOf(unknown)).toEqual([]);
    expect(recipients()).toEqual(['other@other.example']);
  });

  it('notifies at most 1,000 times an hour, and other companies meanwhile', async () => {
    const { logged } = await service.startReplica();
    const noted = () => service.rows('notifications');
    const last = await service.publish();
    await eventually(async () => expect((await noticesOf(last)).length).toBe(2));
    await service.db.query(
      `insert into notifications (company_id, user_id, event_id, kind, title, text, target_kind,
         target_id, actions, created_at, read_at)
       select company_id, user_id, event_id || n, kind, title, text, target_kind, target_id,
         actions, created_at, created_at
       from notifications, generate_series(1, 999) n`,
    );

    const tooMany = await service.publish();
    await service.publish({ companyId: 2 });

    await eventually(async () => expect((await noted()).length).toBe(2_001));
    expect(await noticesOf(tooMany)).toEqual([]);
    expect(logged).toContainEqual(
      expect.objectContaining({
        event_id: tooMany,
        company_id: 1,
        msg: 'too many notifications in an hour; company not notified',
      }),
    );
    expect(await service.rows('outbox_mails')).toHaveLength(3);
    service.clock.advance(3_600_000);
    const later = await service.publish();
    await eventually(async () => expect((await noticesOf(later)).length).toBe(2));
  });

  it('holds up nothing when the company has no users', async () => {
    const { logged } = await service.startReplica({ smtpUrl: server.url });

    await service.publish({ companyId: 3 });

    await settled();
    expect(logged).toContainEqual(
      expect.objectContaining({ company_id: 3, msg: 'company has no users to notify' }),
    );
    expect(await service.rows('dead_letters')).toEqual([]);
  });
});

describe('a delivery that failed for good', () => {
  it('notifies as an early warning', async () => {
    await service.startReplica({ smtpUrl: server.url });

    const eventId = await service.publish({
      type: 'webhook.endpoint_failing',
      data: { url: ENDPOINT, reason: null },
    });

    await eventually(() => expect(recipients().length).toBe(2));
    expect(await noticesOf(eventId)).toEqual([
      [olive, 'webhook.endpoint_failing'],
      [max, 'webhook.endpoint_failing'],
    ]);
    expect(server.received[0]?.headers).toContain(
      'Subject: Webhook delivery to erp.example failed',
    );
    expect(server.received[0]?.text).toContain('after its last attempt');
  });
});
