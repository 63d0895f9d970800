import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually, startMailReceiver, type MailReceiver } from '@svc/testing';
import { applyManifest, dataDir, fsmHere, givenCompany, givenJob, runFile } from '../test/platform';

interface Notification {
  readonly user_id: number;
  readonly kind: string;
}

async function notificationsOf(slug: string): Promise<Notification[]> {
  const { admin, admin_token: token } = runFile();
  const response = await fetch(`${admin}/companies/${slug}/dashboard/notifications`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { data: Notification[] }).data;
}

const withUsers = (slug: string, ...roles: readonly string[]) =>
  applyManifest({
    company: { slug },
    users: roles.map((role) => ({
      email: `${role}@${slug}.example`,
      name: `The ${role}`,
      role,
      password: `password of the ${role}`,
    })),
  }) as Promise<unknown> as Promise<{ users: Readonly<Record<string, number>> }>;

export const describeEndpointTrouble = (): void =>
  describe('an endpoint in trouble', () => {
    let receiver: Server;
    let mailServer: MailReceiver | undefined;

    beforeAll(async () => {
      const read = (name: string): string => readFileSync(join(dataDir(), name), 'utf8');
      receiver = createServer(
        { key: read('receiver.key'), cert: read('receiver.pem') },
        (request, response) => {
          request.resume();
          response.writeHead(500).end();
        },
      );
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    });
    afterAll(async () => {
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
      await mailServer?.close();
    });

    it('an endpoint that keeps failing is warned about, then switched off, by mail and in the dashboard', async () => {
      const slug = 'endpoint-trouble';
      const { api, ids } = await givenCompany(slug);
      const { users } = await withUsers(slug, 'owner', 'manager');
      await givenCompany('no-trouble');
      await withUsers('no-trouble', 'owner');
      const url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
      const { id } = await fsmHere<{ id: number }>(
        ...['webhook', 'create', '--company', slug, '--url', `${url}?token=hush`],
        ...['--event', 'job.created'],
      );
      const createJob = () => givenJob(api, ids.customer_locations['shop'], 'Compressor is loud');
      const told = async () =>
        (await notificationsOf(slug)).map(({ user_id, kind }) => [user_id, kind]);
      const eachUser = (kind: string) =>
        [users[`manager@${slug}.example`], users[`owner@${slug}.example`]].map((user) => [
          user,
          kind,
        ]);

      await createJob();
      await eventually(
        async () => expect(await told()).toEqual(eachUser('webhook.endpoint_failing')),
        {
          within: 40_000,
        },
      );
      expect(await fsmHere('webhook', 'list', '--company', slug)).toMatchObject([
        { id, status: 'on' },
      ]);

      // Mail that was due without a mail server must arrive later.
      const server = await startMailReceiver(Number(process.env['E2E_MAIL_PORT']));
      mailServer = server;
      const received = () => server.received.filter(({ to }) => to.endsWith(`@${slug}.example`));
      const addresses = () =>
        received()
          .map(({ to }) => to)
          .sort();
      const everyone = [`manager@${slug}.example`, `owner@${slug}.example`];
      await eventually(() => expect(addresses()).toEqual(everyone), { within: 80_000 });
      expect(received()[0]?.text).toContain(url);
      expect(JSON.stringify(received())).not.toContain('hush');

      for (let count = 2; count <= 5; count += 1) await createJob();
      await eventually(
        async () => {
          expect(await fsmHere('webhook', 'list', '--company', slug)).toMatchObject([
            { id, status: 'off' },
          ]);
        },
        { within: 60_000 },
      );
      await eventually(() => expect(addresses()).toEqual([...everyone, ...everyone].sort()), {
        within: 20_000,
      });
      expect(await told()).toEqual([
        ...eachUser('webhook.endpoint_off'),
        ...eachUser('webhook.endpoint_failing'),
      ]);
      expect(await notificationsOf('no-trouble')).toEqual([]);
    }, 240_000);

    it("a user's e-mail address belongs to one company", async () => {
      await givenCompany('first-come');
      await withUsers('first-come', 'owner');
      await givenCompany('second-come');
      const manifest = {
        company: { slug: 'second-come' },
        users: [{ email: 'Owner@first-come.example', name: 'O', role: 'owner' }],
      };

      await expect(applyManifest(manifest)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^users\[0\]\.email: [^\n]+\n$/),
      });
    });
  });
