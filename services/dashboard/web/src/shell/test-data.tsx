import { Alert, Box, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { hasUnsavedInput, LeaveDialog } from '../forms/unsaved-input';
import { changeMode, useMode } from '../session/mode';
import { sessionQuery } from '../session/session';
import { PAGE_WIDTH } from '../shown/page';

export function TestDataSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const change = async (): Promise<void> => {
    setAsks(false);
    await navigate({ to: '/', ignoreBlocker: true });
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
        onChange={() => (hasUnsavedInput() ? setAsks(true) : void change())}
      />
      <LeaveDialog opened={asks} onStay={() => setAsks(false)} onLeave={() => void change()} />
    </Box>
  );
}

export function TestDataBanner() {
  if (useMode() !== 'test') return null;
  return (
    <Alert variant="outline" color="yellow" role="status" mb="lg" maw={PAGE_WIDTH}>
      <strong>Test data.</strong> This is the sandbox: what you see and change here is not your
      company’s own data. Team, API keys, settings and notifications are the same.
    </Alert>
  );
}
