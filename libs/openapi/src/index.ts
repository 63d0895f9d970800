export { documentBulk } from './bulk';
export * from './documentation';
export * from './document';
export { commonErrors, EXAMPLE_REQUEST_ID } from './errors';
export {
  toEventSchemaName,
  createPulledReply,
  createSampleReply,
  type EventDocumentation,
  type EventRecords,
  type EventSection,
} from './events';
export { createResponseCheck, createEventCheck, type ExpectDocumented } from './expect-documented';
export { toResponseSchema } from './response-schema';
export { documentHistory } from './history-documentation';
export { documentCreate, documentGet, documentList, documentUpdate } from './record-documentation';
export {
  createUnpagedReply,
  createFoundReply,
  createListedReply,
  createWrittenReply,
} from './replies';
export { nameSchema } from './vocabulary';
