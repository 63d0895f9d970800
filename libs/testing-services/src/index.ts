// Apart from @svc/testing, which the tests of @svc/messaging use themselves.
export * from './asking';
export { bulkInput } from './bulk-input';
export { describeBulks, type BulkService, type Bulks } from './bulks';
export * from './empty-sandbox';
export * from './event-stream';
export * from './external-ids';
export * from './far-pages';
export * as cases from './field-cases';
export * from './given-references';
export * from './history';
export * from './hostile-input';
export * from './lists';
export * from './plans';
export * from './records';
export { expectDocumentedIn } from './service-under-test';
export * from './service-fixture';
export * from './versions';
export * from './written-rows';
