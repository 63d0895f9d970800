import { useLocation } from '@tanstack/react-router';
import { ListTabs } from '../../records/list-tabs';

const TABS = [
  { name: 'Items', to: '/inventory' },
  { name: 'Locations', to: '/inventory/locations' },
  { name: 'Suppliers', to: '/inventory/suppliers' },
];

export function InventoryTabs() {
  const { pathname } = useLocation();
  const tabs = TABS.map((tab) => ({ ...tab, isCurrent: tab.to === pathname }));
  return <ListTabs name="Parts of the inventory" tabs={tabs} />;
}
