// Separate from @svc/testing, which the tests of @svc/messaging use.
export * from './asking';
export { bulkInput, describeBulks, type Bulks } from './bulks';
export { describeDeclaredRecords, type DeclaredRecord } from './declared-records';
export * from './empty-sandbox';
export * from './event-stream';
export * from './external-ids';
export * as cases from './field-cases';
export * from './given-references';
export * from './history';
export * from './hostile-input';
export { IN_ORDER } from './hostile-operation';
export {
  describeHostileAdminInput,
  describeHostileRoutes,
  type RouteInput,
} from './hostile-routes';
export { invalid, refused } from './outcomes';
export * from './lists';
export * from './records';
export { createExpectDocumented } from './service-under-test';
export * from './service-fixture';
export * from './versions';
export * from './written-rows';
