import type { ItemResponse } from '../../../contract/responses';
import { RecordChooser, createSearch, type ChooserProps } from './record-chooser';

const ITEMS = createSearch<ItemResponse>(
  'inventory',
  ({ id, part_number: number, part_name: name }) => ({
    id,
    name: `${number} ${name}`,
  }),
);

export const ItemChooser = (props: ChooserProps) => (
  <RecordChooser label="Part" search={ITEMS} {...props} />
);
