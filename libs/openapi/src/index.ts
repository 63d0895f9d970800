export * from './documentation';
export * from './document';
export { commonErrors } from './errors';
export { documentedAnswers, type ExpectDocumented } from './expect-documented';
export { dateOut, foundReply, listedReply, named, timestampOut, writtenReply } from './vocabulary';
