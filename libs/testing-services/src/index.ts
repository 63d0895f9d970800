// Apart from @svc/testing, which the tests of @svc/messaging use themselves.
export * from './event-stream';
export * from './test-ground';
