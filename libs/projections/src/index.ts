export * from './summaries';
export * from './find-references';
export { excludeAbsent, type Missing } from './fetch-missing';
export * from './follow-owners';
export * from './names-in-history';
export * from './projection';
export * from './projections-sql';
export * from './rebuild';
