import { Box, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hasUnsavedInput, LeaveDialog } from '../forms/unsaved-input';
import { changeMode, useMode } from '../session/mode';
import { sessionQuery } from '../session/session';
import { toListPath } from '../records/list-path';
import { PAGES } from './pages';
import classes from './shell.module.css';

export function TestDataSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const change = async (): Promise<void> => {
    setConfirming(false);
    // A record exists in one mode only; its list exists in both.
    const isList = PAGES.some(({ path }) => path === pathname);
    const to = isList ? pathname : toListPath(pathname);
    await navigate({ to: to as never, search: {} as never, ignoreBlocker: true });
    changeMode(mode === 'test' ? 'live' : 'test');
    await queryClient.resetQueries({
      predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
    });
  };
  return (
    <Box p="md">
      <Switch
        label="Test data"
        checked={mode === 'test'}
        onChange={() => (hasUnsavedInput() ? setConfirming(true) : void change())}
      />
      <LeaveDialog
        opened={isConfirming}
        onStay={() => setConfirming(false)}
        onLeave={() => void change()}
      />
    </Box>
  );
}

export const TestDataStrip = () => (
  <Text role="status" size="xs" className={classes['test-data']}>
    <strong>You are viewing test data.</strong>
    <Text span inherit visibleFrom="md">
      {' '}
      Nothing here affects live records. Team, keys, settings and notifications are shared.
    </Text>
  </Text>
);
