export * from './data-source';
export * from './list-page';
export * from './migrate';
export * from './statement';
export * from './violations';
