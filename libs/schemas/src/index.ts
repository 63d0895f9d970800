export * from './record-id';
