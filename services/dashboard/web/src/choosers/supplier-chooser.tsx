import type { ComponentProps } from 'react';
import type { ListedSupplierResponse } from '../../../contract/responses';
import { RecordChooser, createSearch } from './record-chooser';

const SUPPLIERS = createSearch<ListedSupplierResponse>(
  'suppliers',
  ({ supplier_id: id, supplier_name: name }) => ({ id, name }),
);

export const SupplierChooser = (props: Omit<ComponentProps<typeof RecordChooser>, 'search'>) => (
  <RecordChooser label="Supplier" search={SUPPLIERS} clearable {...props} />
);
