export * from './cloud-event';
export { NotNow, type ConsumerSettings, type DeadLetter } from './consumption';
export type { OutgoingEvent, Position, Published } from './publish-window';
export * from './stream';
