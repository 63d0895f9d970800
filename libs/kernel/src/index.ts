export * from './company-time';
export * from './in-order';
export * from './loop';
export * from './once-per';
export * from './page';
export * from './phone-number';
export * from './transition-table';
export * from './limit-per-key';
