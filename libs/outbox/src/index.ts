export * from './consumer';
export * from './consumed-events';
export * from './outbox';
export * from './outbox-sql';
export * from './relay';
