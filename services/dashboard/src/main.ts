import { CONTEXTS, SERVICE_TIMEOUT_MS } from '@svc/contracts';
import { keepDeleting } from '@svc/outbox';
import { connectOwners, measureRequests, runProcess, serviceServer, urlsOf } from '@svc/process';
import { trustOf } from '@svc/trust';
import { dashboardApp } from './app';
import { dashboardConfig } from './config';
import { followWebhooks } from './consumers/webhook-events';
import { mailServer } from './delivery/mail-server';
import { startMailing } from './delivery/start-mailing';
import { companiesOf } from './owners/company-of';
import { dashboardDataSource } from './persistence/data-source';
import { deleteOldActivities } from './persistence/activities';
import { deleteOldAttempts } from './persistence/attempts';
import { deleteOldDevices } from './persistence/devices';
import { deleteOldNotifications } from './persistence/notifications';
import { deleteOldMails, outboxMails } from './persistence/outbox-mails';
import { deleteOldPasswordResets } from './persistence/password-resets';
import { deleteOldSessions } from './persistence/sessions';

/** An owner answers an operation within this time; test events wait longer for their receivers. */
const CALLS = { deadlineMs: SERVICE_TIMEOUT_MS, connections: 64 };

const now = (): Date => new Date();

runProcess({
  name: 'dashboard',
  config: dashboardConfig,
  dataSource: dashboardDataSource,
  async start({ config, log, metrics, db, stream, listen, onStop }) {
    const { SMTP_URL: url, MAIL_FROM: from } = config;
    const sendMail = url === undefined ? undefined : await mailServer({ url, from });
    const mailing = startMailing({ mails: outboxMails(db), sendMail, now, log, metrics });
    onStop(mailing.stop);
    onStop(followWebhooks({ db, stream, log, metrics, now, committed: mailing.wake }).stop);
    for (const old of [
      deleteOldNotifications,
      deleteOldMails,
      deleteOldSessions,
      deleteOldActivities,
      deleteOldAttempts,
      deleteOldDevices,
      deleteOldPasswordResets,
    ]) {
      onStop(keepDeleting(db, old, log).stop);
    }

    const trust = trustOf('dashboard', config);
    const urls = { gateway: config.GATEWAY_ADMIN_URL, ...urlsOf(config, CONTEXTS) };
    const clients = connectOwners(urls, { trust, now, metrics, onStop, ...CALLS });
    const app = dashboardApp({
      db,
      companyOf: companiesOf(clients.gateway),
      clients,
      committed: mailing.wake,
      webFolder: config.WEB_FOLDER,
      publicUrl: config.PUBLIC_URL,
      trust,
      now,
      log,
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(serviceServer(app.callback()));
  },
});
