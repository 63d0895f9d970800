export * from './read-config';
