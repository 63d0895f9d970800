import { CONTEXTS, SERVICE_TIMEOUT_MS } from '@svc/contracts';
import { startRetention } from '@svc/database';
import { startLoop } from '@svc/kernel';
import {
  connectOwners,
  measureRequests,
  runProcess,
  createServiceServer,
  toServiceUrls,
} from '@svc/process';
import { createTrust } from '@svc/trust';
import { dashboardApp } from './app';
import { dashboardConfig } from './config';
import { followChanges } from './consumers/follow-changes';
import { followOffice } from './consumers/office-events';
import { followOperator } from './consumers/operator-events';
import { followWebhooks } from './consumers/webhook-events';
import { openMailServer } from './delivery/mail-server';
import { startMailing } from './delivery/start-mailing';
import { HEARTBEAT_MS, createLiveBrowsers, SESSION_CHECK_MS } from './live/live-browsers';
import { createCompanies } from './owners/companies';
import { dashboardDataSource } from './persistence/data-source';
import { deleteOldActivities } from './persistence/activities';
import { deleteOldAttempts } from './persistence/attempts';
import { deleteOldDevices } from './persistence/devices';
import { deleteOldInvitations } from './persistence/invitations';
import { deleteOldNotifications } from './persistence/notifications';
import { deleteOldMails, createOutboxMails } from './persistence/outbox-mails';
import { HASH_COST, createPasswordHashes } from './persistence/password-hash';
import { deleteOldPasswordResets } from './persistence/password-resets';
import { deleteOldSessions, createSessions } from './persistence/sessions';

/** Test events wait longer for their receivers. */
const CALLS = { deadlineMs: SERVICE_TIMEOUT_MS, connections: 64 };

const now = (): Date => new Date();

runProcess({
  name: 'dashboard',
  config: dashboardConfig,
  dataSource: dashboardDataSource,
  async start({ config, log, metrics, db, stream, listen, onClosing, onStop }) {
    const { SMTP_URL: url, MAIL_FROM: from } = config;
    const sendMail = url === undefined ? undefined : await openMailServer({ url, from });
    const mailing = startMailing({ mails: createOutboxMails(db), sendMail, now, log, metrics });
    onStop(mailing.stop);
    const onNotificationsChanged = (companyId: number): void =>
      stream.notifyChange('dashboard', { companyId, kind: 'notification' });
    const onCommitted = mailing.wake;
    onStop(followOperator({ db, stream, log, metrics, now }).stop);

    const browsers = createLiveBrowsers({
      findEnded: (keys) => createSessions(db).findEnded(keys, now()),
      isConnected: stream.isReady,
      log,
    });
    const heartbeat = setInterval(browsers.heartbeat, HEARTBEAT_MS);
    const sessionCheck = startLoop({
      work: async () => {
        await browsers.endSignedOut();
        return 'done';
      },
      pollMs: SESSION_CHECK_MS,
    });
    onClosing(browsers.end);
    onStop(async () => {
      clearInterval(heartbeat);
      await sessionCheck.stop();
    });

    for (const deletion of [
      deleteOldNotifications,
      deleteOldMails,
      deleteOldSessions,
      deleteOldActivities,
      deleteOldAttempts,
      deleteOldDevices,
      deleteOldPasswordResets,
      deleteOldInvitations,
    ]) {
      onStop(startRetention(db, deletion, log).stop);
    }

    const trust = createTrust('dashboard', config);
    const urls = { gateway: config.GATEWAY_ADMIN_URL, ...toServiceUrls(config, CONTEXTS) };
    const clients = connectOwners(urls, { trust, now, metrics, onStop, ...CALLS });
    const companies = createCompanies(clients.gateway);
    const { readCompany } = companies;
    const following = {
      db,
      stream,
      log,
      metrics,
      readCompany,
      now,
      onCommitted,
      onNotificationsChanged,
    };
    const notices = { ...following, publicUrl: config.PUBLIC_URL };
    onStop(followWebhooks(notices).stop);
    onStop(followOffice(notices).stop);
    followChanges({
      stream,
      notify(companyId, change) {
        if (change.kind === 'company') companies.forgetCompany(companyId);
        browsers.notify(companyId, change);
      },
      notifyAll: browsers.notifyAll,
    });
    const app = dashboardApp({
      db,
      ...companies,
      clients,
      passwords: createPasswordHashes(HASH_COST),
      onCommitted,
      onNotificationsChanged,
      browsers,
      webFolder: config.WEB_FOLDER,
      publicUrl: config.PUBLIC_URL,
      trust,
      now,
      log,
      outerMiddleware: [measureRequests(metrics)],
    });
    await listen(createServiceServer(app.callback(), log));
  },
});
