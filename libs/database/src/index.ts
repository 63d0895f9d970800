export * from './data-source';
export * from './migrate';
export * from './statement';
export * from './violations';
