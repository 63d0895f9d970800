export * from './documentation';
export * from './vocabulary';
