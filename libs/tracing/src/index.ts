export * from './spans';
export { stopTracing } from './start-tracing';
