export * from './owner-reads';
export * from './projection';
