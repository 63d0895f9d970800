export * from './cloud-event';
export { copyUnreadEvents } from './copy-unread';
export { RetryLater, type ConsumerSettings, type DeadLetter } from './consumption';
export { prepareStream } from './prepare-stream';
export {
  ID_HEADER,
  type OutgoingEvent,
  type StreamPosition,
  type PublishResult,
} from './publish-window';
export { readStoredMessages } from './stored-messages';
export { toConnectionTarget, findServersProblem } from './servers';
export * from './stream';
export { isJetStreamNotFound } from './stream-settings';
