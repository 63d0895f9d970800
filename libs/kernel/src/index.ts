export * from './company-time';
export * from './page';
export * from './phone-number';
export * from './transition-table';
