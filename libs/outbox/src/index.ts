export * from './consumer';
export * from './consumed-events';
export { orUnknown } from './metrics';
export * from './outbox';
export { firstUlidOf, newEventId, newUlid } from './event-id';
export * from './outbox-sql';
export * from './relay';
export { keepDeleting, type Deleted } from './retention';
export * from './transact';
