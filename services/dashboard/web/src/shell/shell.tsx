import { AppShell, Box, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { hasUnsavedInput, LeaveDialog } from '../forms/unsaved-input';
import { LiveUpdates } from '../live/live-updates';
import { Bell } from '../notices/bell';
import { SearchButton } from '../palette/search-button';
import { SignInAgain } from '../pages/sign-in/sign-in-again';
import { useMode } from '../session/mode';
import { ROLE_NAMES } from '../shown/role-names';
import { useSession } from '../session/session';
import { useSignOut } from '../session/sign-out';
import { useTimes } from '../shown/times';
import icon from '../icon.svg';
import { ColorSchemeSwitch } from './color-scheme-switch';
import { BottomBar } from './bottom-bar';
import { Navigation } from './navigation';
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
        width: 220,
        breakpoint: 'sm',
        collapsed: { mobile: !isOpen },
      }}
      footer={{ height: { base: 56, sm: 0 } }}
      padding={{ base: 'md', lg: 'xl' }}
    >
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      <AppShell.Header>
        <div className={classes['header']} style={{ height: HEADER_HEIGHT }}>
          <img src={icon} alt="" width={28} height={28} />
          <Company />
          <LiveUpdates key={mode} />
          <Group gap={4} wrap="nowrap">
            <SearchButton />
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
      <BottomBar isOpen={isOpen} toggle={toggle} close={close} />
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

function SignedInPerson() {
  const { user } = useSession();
  const { signOut, isSigningOut } = useSignOut();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <AppShell.Section className={classes['person']}>
      <Text size="sm" fw={500} lineClamp={2}>
        {user.name}
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        {ROLE_NAMES[user.role]}
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
