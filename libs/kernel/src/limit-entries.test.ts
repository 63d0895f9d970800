import { LRUCache } from 'lru-cache';
import { limitEntries } from './limit-entries';

it('has a cache forget what was not used for longest', () => {
  const cache = new LRUCache<string, number>(limitEntries(2));
  cache.set('first', 1);
  cache.set('second', 2);
  cache.get('first');
  cache.set('third', 3);

  expect(['first', 'second', 'third'].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});
