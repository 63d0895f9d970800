import { Link, useLocation } from '@tanstack/react-router';
import classes from './inventory-tabs.module.css';

const TABS = [
  { name: 'Items', path: '/inventory' },
  { name: 'Locations', path: '/inventory/locations' },
  { name: 'Suppliers', path: '/inventory/suppliers' },
];

export function InventoryTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Parts of the inventory" className={classes['tabs']}>
      {TABS.map(({ name, path }) => (
        <Link
          key={path}
          to={path}
          activeOptions={{ exact: true }}
          aria-current={path === pathname ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
