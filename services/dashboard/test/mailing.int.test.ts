import { eventually, startMailReceiver, type MailReceiver } from '@svc/testing';
import { createOutboxMails } from '../src/persistence/outbox-mails';
import { testService, type TestService } from './service';

let service: TestService;
let server: MailReceiver;

beforeEach(async () => {
  [service, server] = await Promise.all([testService(), startMailReceiver()]);
});
afterEach(async () => {
  await service.close();
  await server.close();
});

/** Each mail opens a connection. */
const MANY = { within: 20_000 };

const mails = () => service.rows('outbox_mails');

describe('a mail', () => {
  it('waits while the server is down and is sent once it is up', async () => {
    await service.givenUser();
    await server.close();
    const { wake } = await service.startReplica({ smtpUrl: server.url });
    await service.publish();
    await eventually(async () => {
      expect(await mails()).toMatchObject([
        { attempts: 1, sent_at: null, last_error: expect.stringContaining('ECONNREFUSED') },
      ]);
    });

    server = await startMailReceiver(server.port);
    service.clock.advance(15_000);
    wake();

    await eventually(async () => {
      expect(await mails()).toMatchObject([
        { attempts: 2, sent_at: service.clock.now(), last_error: null },
      ]);
    });
    expect(server.received).toHaveLength(1);
  });

  it('is not tried again before its gap has passed', async () => {
    await service.givenUser();
    await server.close();
    const { wake } = await service.startReplica({ smtpUrl: server.url });
    await service.publish();
    await eventually(async () => {
      expect(await mails()).toMatchObject([{ last_error: expect.any(String) }]);
    });
    const [{ due_at: dueAt } = {}] = await mails();

    server = await startMailReceiver(server.port);
    service.clock.advance(14_999);
    wake();
    // The later second mail proves that the first was skipped.
    await service.givenUser({}, 2);
    await service.publish({ companyId: 2 });

    await eventually(() => expect(server.received.length).toBe(1));
    expect(await mails()).toMatchObject([{ attempts: 1, due_at: dueAt }, { attempts: 1 }]);
  });

  it('that the server refuses for its recipient is given up, and holds up no other', async () => {
    await service.givenUser({ email: 'nobody@acme.example' });
    await service.givenUser({ email: 'olive@acme.example' });
    await service.startReplica({ smtpUrl: server.url });

    await service.publish();

    await eventually(() => {
      expect(server.received.map(({ to }) => to)).toEqual(['olive@acme.example']);
    });
    const [refused] = await mails();
    expect(refused).toMatchObject({
      attempts: 1,
      sent_at: null,
      refused_at: service.clock.now(),
      last_error: expect.stringContaining('550'),
    });
  });

  it('that is not sent because the login is refused leaves nothing of the login anywhere', async () => {
    await service.givenUser({ email: 'olive@acme.example' });
    const smtpUrl = server.url.replace('//', '//platform-user:platform-password@');
    const { logged } = await service.startReplica({ smtpUrl });

    await service.publish();

    const kept = await eventually(async () => {
      expect(logged).toContainEqual(expect.objectContaining({ msg: 'mail not sent' }));
      const [mail] = await mails();
      expect(mail).toMatchObject({ last_error: expect.stringContaining('535') });
      return mail;
    });
    const told = Buffer.from('\0platform-user\0platform-password').toString('base64');
    for (const secret of ['platform-user', 'platform-password', told]) {
      expect(JSON.stringify([logged, kept])).not.toContain(secret);
    }
  });

  it('is sent once by two replicas', async () => {
    await service.givenUser({ email: 'olive@acme.example' });
    await service.givenUser({ email: 'max@acme.example' });
    const { stop } = await service.startReplica();
    for (let count = 0; count < 10; count += 1) await service.publish();
    await eventually(async () => expect((await mails()).length).toBe(20), MANY);
    await stop();

    const replica = () => service.startReplica({ smtpUrl: server.url });
    await Promise.all([replica(), replica()]);

    await eventually(async () => {
      expect((await mails()).filter(({ sent_at }) => sent_at === null)).toEqual([]);
    }, MANY);
    expect(server.received).toHaveLength(20);
    const ids = server.received.map(({ headers }) => /Message-ID: (.*)/.exec(headers)?.[1]);
    expect(new Set(ids).size).toBe(20);
  });

  it('waits for no more than one of each other company, however many these have', async () => {
    for (const companyId of [1, 2, 3]) {
      await service.givenUser({ email: `of-${companyId}@acme.example` }, companyId);
    }
    const { stop } = await service.startReplica();
    for (let count = 0; count < 30; count += 1) await service.publish({ companyId: 1 });
    await eventually(async () => expect((await mails()).length).toBe(30), MANY);
    service.clock.advance(1_000);
    for (const companyId of [3, 2, 3]) await service.publish({ companyId });
    await eventually(async () => expect((await mails()).length).toBe(33), MANY);
    await stop();

    await service.startReplica({ smtpUrl: server.url });

    await eventually(async () => {
      expect((await mails()).filter(({ sent_at }) => sent_at === null)).toEqual([]);
    }, MANY);
    const companies = server.received.map(({ to }) => Number(/\d/.exec(to)?.[0]));
    expect(companies.slice(0, 6)).toEqual([1, 2, 3, 1, 3, 1]);
    expect(companies).toHaveLength(33);
  });

  it('of a sender that was killed is sent by another, when its lease has ended', async () => {
    await service.givenUser();
    const killed = await service.startReplica();
    await service.publish();
    await eventually(async () => expect((await mails()).length).toBe(1));
    await killed.stop();
    const at = service.clock.now();
    await createOutboxMails(service.db).claim(0, at, new Date(at.getTime() + 60_000));
    const { wake } = await service.startReplica({ smtpUrl: server.url });

    service.clock.advance(60_000);
    wake();

    await eventually(() => expect(server.received.length).toBe(1));
  });
});

describe('without a mail server', () => {
  it('a mail stays in the table and is logged once, and is sent when there is one', async () => {
    await service.givenUser({ email: 'olive@acme.example', password: 'correct horse' });
    const { logged, stop } = await service.startReplica();
    const kept = () => logged.filter(({ msg }) => msg === 'mail not sent: SMTP_URL is not set');

    await service.publish();

    await eventually(() => expect(kept().length).toBe(1));
    const [mail] = await mails();
    expect(kept()).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        name: 'dashboard',
        mail_id: mail?.['id'],
        kind: 'webhook.endpoint_off',
        company_id: 1,
        user_id: mail?.['user_id'],
        event_id: mail?.['event_id'],
        msg: 'mail not sent: SMTP_URL is not set',
      },
    ]);
    expect(mail).toMatchObject({ recipient: 'olive@acme.example' });
    expect(await mails()).toMatchObject([{ sent_at: null, attempts: 0 }]);
    await stop();
    const { logged: later, stop: stopAgain } = await service.startReplica();
    await service.publish({ companyId: 3 });
    await eventually(() => expect(later.length).toBe(1));
    expect(later).toMatchObject([{ msg: 'company has no users to notify' }]);
    await stopAgain();

    await service.startReplica({ smtpUrl: server.url });

    await eventually(() => expect(server.received.length).toBe(1));
  });
});
