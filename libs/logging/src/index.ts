export * from './described-error';
export * from './fields';
export * from './logger';
