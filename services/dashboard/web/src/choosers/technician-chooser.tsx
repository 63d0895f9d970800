import type { ListedTechnicianResponse } from '../../../contract/responses';
import { RecordChooser, createSearch, type Choice, type ChooserProps } from './record-chooser';

export const toTechnicianChoice = (
  technician: Pick<ListedTechnicianResponse, 'technician_id' | 'first_name' | 'last_name'>,
): Choice => ({
  id: technician.technician_id,
  name: `${technician.first_name} ${technician.last_name}`,
});

const ALL = createSearch('technicians', toTechnicianChoice);
const ACTIVE = createSearch('technicians', toTechnicianChoice, { status: 'Active' });

interface TechnicianChooserProps extends ChooserProps {
  readonly isActive?: boolean;
}

export const TechnicianChooser = ({ isActive = false, ...chooser }: TechnicianChooserProps) => (
  <RecordChooser label="Technician" search={isActive ? ACTIVE : ALL} clearable {...chooser} />
);
