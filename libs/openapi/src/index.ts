export { bulkDocumentation } from './bulk';
export * from './documentation';
export * from './document';
export { commonErrors } from './errors';
export { documentedAnswers, type ExpectDocumented } from './expect-documented';
export { schemaOf } from './answer-schema';
export { historyDocumentation } from './history-documentation';
export { foundReply, listedReply, writtenReply } from './replies';
export { named } from './vocabulary';
