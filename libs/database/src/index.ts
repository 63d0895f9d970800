export * from './data-source';
export * from './list';
export * from './migrate';
export * from './sealed-box';
export * from './search-page';
export * from './statement';
export { takeTurn } from './turn';
export * from './violations';
