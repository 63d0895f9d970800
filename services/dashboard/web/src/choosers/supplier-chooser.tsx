import type { ListedSupplierResponse } from '../../../contract/responses';
import { RecordChooser, createSearch, type ChooserProps } from './record-chooser';

const SUPPLIERS = createSearch<ListedSupplierResponse>(
  'suppliers',
  ({ supplier_id: id, supplier_name: name }) => ({ id, name }),
);

export const SupplierChooser = (props: ChooserProps) => (
  <RecordChooser label="Supplier" search={SUPPLIERS} clearable {...props} />
);
