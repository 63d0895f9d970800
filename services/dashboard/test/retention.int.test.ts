import { createLogger } from '@svc/logging';
import { startRetention } from '@svc/database';
import { eventually } from '@svc/testing';
import { deleteOldActivities } from '../src/persistence/activities';
import { deleteOldAttempts } from '../src/persistence/attempts';
import { deleteOldDevices } from '../src/persistence/devices';
import { deleteOldNotifications } from '../src/persistence/notifications';
import { deleteOldMails } from '../src/persistence/outbox-mails';
import { deleteOldPasswordResets } from '../src/persistence/password-resets';
import { deleteOldSessions } from '../src/persistence/sessions';
import { testService, type TestService } from './service';

let service: TestService;
let userId: number;

beforeAll(async () => {
  service = await testService();
  userId = await service.givenUser();
});
afterAll(() => service.close());

const OF_USER = '1, $1::bigint';
const AGO = "now() - $2::int * interval '1 minute'";

const HOUR = 60;
const DAY = 24 * HOUR;

it.each([
  {
    what: 'a session of 12 hours ago',
    insert: `insert into sessions
      (company_id, user_id, token_hash, address, user_agent, signed_in_at, last_used_at)
      values (${OF_USER}, int4send($2), '', '', now() - interval '1 day', ${AGO})`,
    table: 'sessions',
    kept: 12 * HOUR - 5,
    gone: 12 * HOUR + 5,
    deletion: deleteOldSessions,
  },
  {
    what: 'an attempt of an hour ago',
    insert: `insert into attempts (subject, made_at) select int8send($1::bigint), ${AGO}`,
    table: 'attempts',
    kept: 20,
    gone: HOUR + 5,
    deletion: deleteOldAttempts,
  },
  {
    what: 'a link of an hour ago',
    insert: `insert into password_resets (company_id, user_id, token_hash, created_at)
      values (${OF_USER}, int4send($2), ${AGO})`,
    table: 'password_resets',
    kept: HOUR - 5,
    gone: HOUR + 5,
    deletion: deleteOldPasswordResets,
  },
  {
    what: 'a browser of 400 days ago',
    insert: `insert into devices (company_id, user_id, token_hash, last_seen_at)
      values (${OF_USER}, int4send($2), ${AGO})`,
    table: 'devices',
    kept: 399 * DAY,
    gone: 401 * DAY,
    deletion: deleteOldDevices,
  },
  {
    what: 'an activity of a year ago',
    insert: `insert into activities (company_id, user_id, who, kind, what, created_at)
      values (${OF_USER}, 'Olive', 'team', 'Did it', ${AGO})`,
    table: 'activities',
    kept: 364 * DAY,
    gone: 367 * DAY,
    deletion: deleteOldActivities,
  },
  {
    what: 'a mail of 30 days ago',
    insert: `insert into outbox_mails
      (company_id, user_id, event_id, kind, recipient, subject, body, due_at, created_at)
      values (${OF_USER}, $2::int, 'k', 'r', 's', 'b', now(), ${AGO})`,
    table: 'outbox_mails',
    kept: 29 * DAY,
    gone: 31 * DAY,
    deletion: deleteOldMails,
  },
  {
    what: 'a notification of 90 days ago',
    insert: `insert into notifications (company_id, user_id, event_id, kind, title, text,
      target_kind, target_id, actions, created_at)
      values (${OF_USER}, $2::int, 'k', 't', 't', 'job', 1, '[]', ${AGO})`,
    table: 'notifications',
    kept: 89 * DAY,
    gone: 91 * DAY,
    deletion: deleteOldNotifications,
  },
])('deletes $what', async ({ insert, table, kept, gone, deletion }) => {
  await service.db.query(`delete from ${table}`);
  for (const minutes of [kept, gone]) await service.db.query(insert, [userId, minutes]);

  const log = createLogger({ name: 'dashboard', level: 'silent' });
  const keeping = startRetention(service.db, deletion, log);

  await eventually(async () => {
    const [{ left }] = await service.db.query(`select count(*) as left from ${table}`);
    expect(Number(left)).toBe(1);
  });
  await keeping.stop();
});
