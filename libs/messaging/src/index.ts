export * from './cloud-event';
export { copyUnread, type Copy } from './copy-unread';
export { RetryLater, type ConsumerSettings, type DeadLetter } from './consumption';
export { prepareStream, type StreamPreparation } from './prepare-stream';
export { ID_HEADER, type OutgoingEvent, type Position, type Published } from './publish-window';
export { storedMessages } from './stored-messages';
export { connectTo, problemWithServers } from './servers';
export * from './stream';
export { isNotFound } from './stream-settings';
