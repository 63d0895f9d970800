export * from './cloud-event';
export * from './consumption';
export * from './stream';
