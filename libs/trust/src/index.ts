export * from './internal-keys';
export * from './process-secrets';
export * from './cache-tokens';
export * from './trust';
