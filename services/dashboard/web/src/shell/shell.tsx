import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  Indicator,
  NavLink,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hasUnsavedInput, LeaveDialog } from '../forms/unsaved-input';
import { LiveUpdates } from '../live/live-updates';
import { SignInAgain } from '../pages/sign-in/sign-in-again';
import { useMode } from '../session/mode';
import { useSession } from '../session/session';
import { useSignOut } from '../session/sign-out';
import { useTimes } from '../shown/times';
import { ColorSchemeSwitch } from './color-scheme-switch';
import { BellIcon } from './icons';
import { canOpen, isInNavigation, PAGES } from './pages';
import classes from './shell.module.css';
import { TestDataStrip, TestDataSwitch } from './test-data';

const HEADER_HEIGHT = 56;
const STRIP_HEIGHT = 28;

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const mode = useMode();
  const isTest = mode === 'test';
  return (
    <AppShell
      header={{ height: isTest ? HEADER_HEIGHT + STRIP_HEIGHT : HEADER_HEIGHT }}
      navbar={{
        width: { base: 220, sm: 190, lg: 220 },
        breakpoint: 'sm',
        collapsed: { mobile: !isOpen },
      }}
      padding={{ base: 'md', lg: 'xl' }}
    >
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      <AppShell.Header>
        <div className={classes['header']} style={{ height: HEADER_HEIGHT }}>
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
          />
          <Company />
          <LiveUpdates key={mode} />
          <Group gap={4} wrap="nowrap">
            <ColorSchemeSwitch />
            <Bell />
          </Group>
        </div>
        {isTest && <TestDataStrip />}
      </AppShell.Header>
      <AppShell.Navbar>
        <Navigation onChosen={close} />
        <TestDataSwitch />
        <SignedInPerson />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <SignInAgain />
    </AppShell>
  );
}

function Company() {
  const { company } = useSession();
  const { zone } = useTimes();
  return (
    <Box className={classes['company']}>
      <Text fw={600} truncate>
        {company.name}
      </Text>
      <Text size="xs" c="dimmed" truncate title={`All times use ${company.timezone}.`}>
        {zone}
      </Text>
    </Box>
  );
}

function Bell() {
  const { unread } = useSession();
  return (
    <Indicator label={unread > 99 ? '99+' : unread} size={16} offset={6} disabled={unread === 0}>
      <ActionIcon
        component={Link}
        to="/notifications"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Notifications, ${unread} unread`}
      >
        <BellIcon />
      </ActionIcon>
    </Indicator>
  );
}

/** `Navigation` decides, so that pages without a link mark the one they belong to. */
const EXACT = { exact: true };

function Navigation({ onChosen }: { readonly onChosen: () => void }) {
  const session = useSession();
  const { pathname } = useLocation();
  const links = PAGES.filter((page) => isInNavigation(page) && canOpen(session, page));
  const current = findCurrent(pathname, links);
  return (
    <AppShell.Section component="nav" aria-label="Pages" grow className={classes['links']}>
      {links.map(({ name, path }) => (
        <NavLink
          key={path}
          component={Link}
          to={path}
          activeOptions={EXACT}
          label={name}
          active={path === current}
          aria-current={path === current ? 'page' : undefined}
          onClick={onChosen}
        />
      ))}
    </AppShell.Section>
  );
}

function findCurrent(
  pathname: string,
  links: readonly { readonly path: string }[],
): string | undefined {
  const isBelow = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);
  return links
    .map(({ path }) => path)
    .filter(isBelow)
    .sort((one, other) => other.length - one.length)[0];
}

function SignedInPerson() {
  const { user } = useSession();
  const { signOut, isSigningOut } = useSignOut();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <AppShell.Section className={classes['person']}>
      <Text size="sm" fw={500} lineClamp={2} className={classes['name']}>
        {user.name}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {user.role === 'owner' ? 'Owner' : 'Manager'}
      </Text>
      <Button
        variant="default"
        size="xs"
        fullWidth
        loading={isSigningOut}
        onClick={() => (hasUnsavedInput() ? setConfirming(true) : signOut())}
      >
        Sign out
      </Button>
      <LeaveDialog opened={isConfirming} onStay={() => setConfirming(false)} onLeave={signOut} />
    </AppShell.Section>
  );
}
