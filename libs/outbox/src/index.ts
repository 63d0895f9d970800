export * from './consumer';
export { readOrNaN } from './metrics';
export * from './outbox';
export { createFirstUlid, newEventId, newUlid } from './event-id';
export * from './outbox-sql';
export * from './record-changes';
export * from './record-history';
export * from './relay';
export * from './transact';
