import type { ComponentProps } from 'react';
import type { InventoryLocationAnswer } from '../../../contract/answers';
import { ask } from '../server/ask';
import { RecordChooser, type Search } from './record-chooser';

const MOST = 25;

const searchFor = (active_only: 'true' | undefined): Search => ({
  key: ['inventory-locations', active_only ?? 'all'],
  async find(search) {
    const query = { search, active_only, per_page: MOST };
    const { data } = await ask<InventoryLocationAnswer[]>('GET', 'inventory-locations', { query });
    return data.map(({ id, location_name: name, is_active: isActive }) => ({
      id,
      name: isActive ? name : `${name} (inactive)`,
    }));
  },
});

const ALL = searchFor(undefined);
const ACTIVE = searchFor('true');

interface InventoryLocationChooserProps extends Omit<
  ComponentProps<typeof RecordChooser>,
  'search'
> {
  /** Nothing is added to inactive ones. */
  readonly isActive?: boolean;
}

/** Chooses one of many places where parts are kept. */
export const InventoryLocationChooser = ({
  isActive = false,
  ...chooser
}: InventoryLocationChooserProps) => (
  <RecordChooser label="Location" search={isActive ? ACTIVE : ALL} {...chooser} />
);
