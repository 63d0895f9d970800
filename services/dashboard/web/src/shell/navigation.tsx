import { AppShell, NavLink, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useId, type ComponentType } from 'react';
import { request } from '../server/request';
import { useSession } from '../session/session';
import { findCurrent } from './find-current';
import * as icons from './icons';
import classes from './navigation.module.css';
import { canOpen, PAGES } from './pages';

interface NavigationEntry {
  readonly path: string;
  readonly icon: ComponentType;
  readonly count?: ComponentType;
}

interface NavigationGroup {
  readonly name: string;
  readonly entries: readonly NavigationEntry[];
  readonly more?: ComponentType;
}

const GROUPS: readonly NavigationGroup[] = [
  {
    name: 'Work',
    entries: [
      { path: '/', icon: icons.HomeIcon },
      { path: '/schedule', icon: icons.CalendarIcon },
      { path: '/jobs', icon: icons.JobIcon },
      { path: '/service-requests', icon: icons.InboxIcon, count: NewRequests },
      { path: '/customers', icon: icons.CustomersIcon },
      { path: '/assets', icon: icons.AssetIcon },
      { path: '/inventory', icon: icons.BoxIcon },
      { path: '/technicians', icon: icons.TechnicianIcon },
    ],
  },
  {
    name: 'Developers',
    entries: [
      { path: '/api-keys', icon: icons.KeyIcon },
      { path: '/webhooks', icon: icons.WebhookIcon },
      { path: '/webhooks/deliveries', icon: icons.SendIcon },
      { path: '/request-log', icon: icons.LogIcon },
    ],
    more: ApiReference,
  },
  {
    name: 'Company',
    entries: [
      { path: '/activity', icon: icons.ActivityIcon },
      { path: '/team', icon: icons.TeamIcon },
      { path: '/settings', icon: icons.SettingsIcon },
    ],
  },
];
const PATHS = GROUPS.flatMap(({ entries }) => entries.map(({ path }) => path));

interface NavigationProps {
  readonly onChosen: () => void;
}

export const Navigation = ({ onChosen }: NavigationProps) => (
  <AppShell.Section component="nav" aria-label="Pages" grow className={classes['links']}>
    {GROUPS.map((group) => (
      <LinkGroup key={group.name} {...group} onChosen={onChosen} />
    ))}
  </AppShell.Section>
);

/** `findCurrent` decides, so that pages without a link mark the one they belong to. */
const EXACT = { exact: true };

function LinkGroup({ name, entries, more: More, onChosen }: NavigationGroup & NavigationProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const current = findCurrent(pathname, PATHS);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Text id={id} className={classes['group']}>
        {name}
      </Text>
      {entries.map(({ path, icon: Icon, count: Count }) => {
        const page = PAGES.find((each) => each.path === path);
        if (!page || !canOpen(session, page)) return null;
        return (
          <NavLink
            key={path}
            component={Link}
            to={path}
            activeOptions={EXACT}
            label={page.name}
            leftSection={<Icon />}
            rightSection={Count && <Count />}
            active={path === current}
            aria-current={path === current ? 'page' : undefined}
            onClick={onChosen}
          />
        );
      })}
      {More && <More />}
    </div>
  );
}

function NewRequests() {
  const { data } = useQuery({
    queryKey: ['service-requests', 'new'],
    queryFn: () =>
      request<readonly unknown[]>('GET', 'service-requests', {
        query: { status: 'New', per_page: 1 },
      }),
  });
  const total = data?.pagination?.total ?? 0;
  return (
    total > 0 && (
      <span className={classes['count']}>
        {total.toLocaleString('en')}
        <VisuallyHidden> new</VisuallyHidden>
      </span>
    )
  );
}

function ApiReference() {
  return (
    <NavLink
      component="a"
      href="/docs"
      target="_blank"
      label="API reference"
      leftSection={<icons.BookIcon />}
      rightSection={<icons.OpensTabIcon />}
    />
  );
}
