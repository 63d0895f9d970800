export * from './read-config';
export * from './secret-values';
