import type { InventoryLocationResponse } from '../../../contract/responses';
import { RecordChooser, createSearch, type ChooserProps } from './record-chooser';

const toChoice = ({ id, location_name: name, is_active: isActive }: InventoryLocationResponse) => ({
  id,
  name: isActive ? name : `${name} (inactive)`,
});

const ALL = createSearch('inventory-locations', toChoice);
const ACTIVE = createSearch('inventory-locations', toChoice, { active_only: 'true' });

interface InventoryLocationChooserProps extends ChooserProps {
  readonly isActive?: boolean;
}

export const InventoryLocationChooser = ({
  isActive = false,
  ...chooser
}: InventoryLocationChooserProps) => (
  <RecordChooser label="Location" search={isActive ? ACTIVE : ALL} {...chooser} />
);
