export * from './a-caller';
export * from './api-client';
export * from './certificate-authority';
export * from './eventually';
export * from './fixed-clock';
export * from './owners-stand-in';
export * from './schema-again';
export * from './test-database';
export { testNats } from './test-nats';
