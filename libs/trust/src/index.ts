export * from './internal-keys';
export * from './process-secrets';
export * from './remember-statements';
export * from './trust';
