// Apart from @svc/testing, which the tests of @svc/messaging use themselves.
export * from './event-stream';
export * from './far-pages';
export * as cases from './field-cases';
export * from './history';
export * from './hostile-input';
export * from './lists';
export * from './records';
export * from './test-ground';
