export * from './connect-owners';
export * from './listener';
export * from './metrics';
export * from './process-config';
export * from './run-process';
