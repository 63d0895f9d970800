import { AppShell, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useMayUse } from '../session/may-use';
import { findCurrent } from './find-current';
import { CalendarIcon, CustomersIcon, HomeIcon, JobIcon, MoreIcon } from './icons';
import { findPageRight } from './page-rights';
import classes from './navigation.module.css';

const LINKS = [
  { name: 'Overview', path: '/', icon: HomeIcon },
  { name: 'Schedule', path: '/schedule', icon: CalendarIcon },
  { name: 'Jobs', path: '/jobs', icon: JobIcon },
  { name: 'Customers', path: '/customers', icon: CustomersIcon },
];
const PATHS = LINKS.map(({ path }) => path);

interface BottomBarProps {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** The most used pages on a phone, and a button that opens the whole navigation. */
export function BottomBar({ isOpen, toggle, close }: BottomBarProps) {
  const { pathname } = useLocation();
  const current = findCurrent(pathname, PATHS);
  const mayUse = useMayUse();
  const links = LINKS.filter(({ path }) => mayUse(findPageRight(path) ?? 'overview'));
  return (
    <AppShell.Footer hiddenFrom="sm">
      <nav aria-label="Main pages" className={classes['bar']}>
        {links.map(({ name, path, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            activeOptions={{ exact: true }}
            aria-current={path === current ? 'page' : undefined}
            onClick={close}
          >
            <Icon />
            {name}
          </Link>
        ))}
        <UnstyledButton aria-expanded={isOpen} onClick={toggle}>
          <MoreIcon />
          More
        </UnstyledButton>
      </nav>
    </AppShell.Footer>
  );
}
