import { SERVICES } from './contexts';
import { EVENTS } from './events';
import {
  findPublisher,
  getConsumer,
  listConsumers,
  listNotificationSubjects,
  listSubjects,
  listSubscriptions,
  toSubject,
  type Participant,
} from './event-stream';

const PARTICIPANTS: readonly Participant[] = ['gateway', ...SERVICES];

it('names the subject after context, record and event', () => {
  expect(toSubject('jobs', 'job.status_changed')).toBe('fsm.jobs.job.status_changed');
  expect(listSubjects('jobs')).toEqual(['fsm.jobs.>']);
  expect(listSubjects('dashboard')).toEqual([]);
});

it("tells by its subject whose event it is, and of nobody's that it is nobody's", () => {
  expect(findPublisher('fsm.jobs.job.created')).toBe('jobs');
  expect(
    ['fsm.dashboard.a.b', 'fsm.constructor.a', 'nudge.jobs', 'fsm'].map(findPublisher),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

it('lets nobody hear its own subjects, nor anything but those of one context', () => {
  for (const participant of PARTICIPANTS) {
    for (const { filter } of listConsumers(participant)) {
      const [stream, publisher] = filter.split('.');
      expect(stream).toBe('fsm');
      expect(Object.keys(EVENTS)).toContain(publisher);
      expect(publisher).not.toBe(participant);
    }
  }
});

it('gives every consumer a name that no other has', () => {
  const durables = PARTICIPANTS.flatMap(listConsumers).map(({ durable }) => durable);

  expect(new Set(durables).size).toBe(durables.length);
  expect(getConsumer('inventory', 'job-parts')).toEqual({
    durable: 'inventory-job-parts',
    filter: 'fsm.jobs.job.>',
  });
  expect(() => getConsumer('inventory', 'customers')).toThrow('no consumer by the name');
});

it('lets the dashboard alone hear all events and hints as they are published, and webhooks its own', () => {
  const hearing = (kind: string) =>
    PARTICIPANTS.filter((each) =>
      listSubscriptions(each).some(({ subject }) => subject.startsWith(kind)),
    );
  expect(hearing('fsm.')).toEqual(['dashboard']);
  expect(hearing('hint.')).toEqual(['webhooks', 'dashboard']);
  expect(listSubscriptions('dashboard').map(({ subject }) => subject)).toEqual([
    ...Object.keys(EVENTS).map((context) => `fsm.${context}.>`),
    'hint.jobs',
    'hint.customers',
    'hint.webhooks',
    'hint.dashboard',
  ]);
});

it('lets a process that hints publish its hints beside its events', () => {
  const said = Object.fromEntries(
    PARTICIPANTS.map((each) => [each, listNotificationSubjects(each)]),
  );

  expect(said).toMatchObject({
    gateway: [],
    webhooks: ['hint.webhooks'],
    jobs: ['hint.jobs'],
    assets: [],
  });
});
