import type { ComponentProps } from 'react';
import type { ListedTechnicianAnswer } from '../../../contract/answers';
import { RecordChooser, searchIn, type Choice } from './record-chooser';

/** How a technician is written where one can be chosen. */
export const technicianChoice = (
  technician: Pick<ListedTechnicianAnswer, 'technician_id' | 'first_name' | 'last_name'>,
): Choice => ({
  id: technician.technician_id,
  name: `${technician.first_name} ${technician.last_name}`,
});

const ALL = searchIn('technicians', technicianChoice);
const ACTIVE = searchIn('technicians', technicianChoice, { status: 'Active' });

interface TechnicianChooserProps extends Omit<ComponentProps<typeof RecordChooser>, 'search'> {
  /** Work is given to active ones alone. */
  readonly isActive?: boolean;
}

export const TechnicianChooser = ({ isActive = false, ...chooser }: TechnicianChooserProps) => (
  <RecordChooser label="Technician" search={isActive ? ACTIVE : ALL} clearable {...chooser} />
);
