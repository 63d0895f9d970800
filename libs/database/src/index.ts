export * from './data-source';
export * from './list';
export * from './migrate';
export * from './rolled-back';
export * from './sealed-box';
export * from './search-page';
export * from './statement';
export * from './violations';
