import type { ComponentProps } from 'react';
import type { ItemAnswer } from '../../../contract/answers';
import { ask } from '../server/ask';
import { RecordChooser, type Search } from './record-chooser';

const MOST = 25;

const ITEMS: Search = {
  key: ['inventory'],
  async find(search) {
    const query = { search, per_page: MOST };
    const { data } = await ask<ItemAnswer[]>('GET', 'inventory', { query });
    return data.map(({ id, part_number: number, part_name: name }) => ({
      id,
      name: `${number} ${name}`,
    }));
  },
};

/** Chooses one of many parts by number or name. */
export const ItemChooser = (props: Omit<ComponentProps<typeof RecordChooser>, 'search'>) => (
  <RecordChooser label="Part" search={ITEMS} {...props} />
);
