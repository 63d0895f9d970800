import type { ComponentProps } from 'react';
import type { ItemResponse } from '../../../contract/responses';
import { RecordChooser, createSearch } from './record-chooser';

const ITEMS = createSearch<ItemResponse>(
  'inventory',
  ({ id, part_number: number, part_name: name }) => ({
    id,
    name: `${number} ${name}`,
  }),
);

export const ItemChooser = (props: Omit<ComponentProps<typeof RecordChooser>, 'search'>) => (
  <RecordChooser label="Part" search={ITEMS} {...props} />
);
