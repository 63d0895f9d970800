export { bulkDocumentation } from './bulk';
export * from './documentation';
export * from './document';
export { commonErrors, EXAMPLE_REQUEST_ID } from './errors';
export {
  eventSchemaName,
  sampleReply,
  type EventDocumentation,
  type EventRecords,
  type EventSection,
} from './events';
export { documentedAnswers, documentedEvents, type ExpectDocumented } from './expect-documented';
export { schemaOf } from './answer-schema';
export { historyDocumentation } from './history-documentation';
export {
  createDocumentation,
  getDocumentation,
  listDocumentation,
  updateDocumentation,
} from './record-documentation';
export { foundAllReply, foundReply, listedReply, writtenReply } from './replies';
export { named } from './vocabulary';
