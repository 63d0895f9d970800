export * from './described-error';
export * from './failures-in-a-row';
export * from './fields';
export * from './line-per-second';
export * from './logger';
