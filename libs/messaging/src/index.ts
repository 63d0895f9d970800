export * from './cloud-event';
export type { ConsumerSettings, DeadLetter } from './consumption';
export type { OutgoingEvent, Position, Published } from './publish-window';
export * from './stream';
