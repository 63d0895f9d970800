import type { ComponentProps } from 'react';
import type { ListedSupplierResponse } from '../../../contract/responses';
import { RecordChooser, searchIn } from './record-chooser';

const SUPPLIERS = searchIn<ListedSupplierResponse>(
  'suppliers',
  ({ supplier_id: id, supplier_name: name }) => ({ id, name }),
);

export const SupplierChooser = (props: Omit<ComponentProps<typeof RecordChooser>, 'search'>) => (
  <RecordChooser label="Supplier" search={SUPPLIERS} clearable {...props} />
);
