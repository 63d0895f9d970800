import type { ComponentProps } from 'react';
import type { ListedSupplierAnswer } from '../../../contract/answers';
import { ask } from '../server/ask';
import { RecordChooser, type Search } from './record-chooser';

const MOST = 25;

const SUPPLIERS: Search = {
  key: ['suppliers'],
  async find(search) {
    const query = { search, per_page: MOST };
    const { data } = await ask<ListedSupplierAnswer[]>('GET', 'suppliers', { query });
    return data.map(({ supplier_id: id, supplier_name: name }) => ({ id, name }));
  },
};

export const SupplierChooser = (props: Omit<ComponentProps<typeof RecordChooser>, 'search'>) => (
  <RecordChooser
    label="Supplier"
    search={SUPPLIERS}
    clearable
    clearButtonProps={{ 'aria-label': 'Clear supplier' }}
    {...props}
  />
);
