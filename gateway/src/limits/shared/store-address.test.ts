import { parseStoreAddress } from './store-address';

const NODE = {
  host: '127.0.0.1',
  port: 6379,
  username: '',
  password: '',
  database: 0,
  isTls: false,
};

describe('REDIS_URL', () => {
  it('names one server', () => {
    expect(parseStoreAddress('redis://127.0.0.1')).toEqual({ kind: 'server', nodes: [NODE] });
    expect(parseStoreAddress('rediss://me:p%40ss@store:6380/2')).toEqual({
      kind: 'server',
      nodes: [
        {
          host: 'store',
          port: 6380,
          username: 'me',
          password: 'p@ss',
          database: 2,
          isTls: true,
        },
      ],
    });
  });

  it('names the nodes of a cluster, or sentinels', () => {
    expect(parseStoreAddress('redis://127.0.0.1, redis://[::1]:7000')).toEqual({
      kind: 'cluster',
      nodes: [NODE, { ...NODE, host: '::1', port: 7000 }],
    });
    expect(parseStoreAddress('redis://127.0.0.1:26379?sentinel=main')).toEqual({
      kind: 'sentinels',
      nodes: [{ ...NODE, port: 26379 }],
      sentinel: 'main',
    });
  });

  it.each([
    'http://:secret@store',
    'redis://',
    ':secret',
    'redis://:secret@store,',
    'redis://:secret@a?sentinel=x,redis://b',
    'redis://:secret@store/first',
  ])('is nothing else: %s', (text) => {
    expect(() => parseStoreAddress(text)).toThrow();
    expect(() => parseStoreAddress(text)).not.toThrow(/secret/);
  });
});
