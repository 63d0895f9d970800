import type { Asker, Owners } from './owners';

/** Includes revoked keys. */
export const keyNamesOf =
  ({ ask }: Pick<Owners, 'ask'>) =>
  async (asker: Asker, ids: Iterable<number>): Promise<ReadonlyMap<number, string>> => {
    const asked = [...new Set(ids)].join();
    if (asked === '') return new Map();
    const call = { method: 'GET', path: `/key-names?ids=${asked}` } as const;
    const { body } = await ask<{ id: number; name: string }[]>(asker, 'gateway', call);
    return new Map(body.data.map(({ id, name }) => [id, name]));
  };

export type KeyNames = ReturnType<typeof keyNamesOf>;
