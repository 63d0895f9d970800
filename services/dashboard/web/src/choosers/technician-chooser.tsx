import type { ComponentProps } from 'react';
import type { ListedTechnicianAnswer } from '../../../contract/answers';
import { ask } from '../server/ask';
import { RecordChooser, type Choice, type Search } from './record-chooser';

const MOST = 25;

/** How a technician is written where one can be chosen. */
export const technicianChoice = (
  technician: Pick<ListedTechnicianAnswer, 'technician_id' | 'first_name' | 'last_name'>,
): Choice => ({
  id: technician.technician_id,
  name: `${technician.first_name} ${technician.last_name}`,
});

const searchFor = (status: 'Active' | undefined): Search => ({
  key: ['technicians', status ?? 'all'],
  async find(search) {
    const query = { search, status, per_page: MOST };
    const { data } = await ask<ListedTechnicianAnswer[]>('GET', 'technicians', { query });
    return data.map(technicianChoice);
  },
});

const ALL = searchFor(undefined);
const ACTIVE = searchFor('Active');

interface TechnicianChooserProps extends Omit<ComponentProps<typeof RecordChooser>, 'search'> {
  /** Work is given to active ones alone. */
  readonly isActive?: boolean;
}

export const TechnicianChooser = ({ isActive = false, ...chooser }: TechnicianChooserProps) => (
  <RecordChooser
    label="Technician"
    search={isActive ? ACTIVE : ALL}
    clearable
    clearButtonProps={{ 'aria-label': 'Clear technician' }}
    {...chooser}
  />
);
