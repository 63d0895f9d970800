import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { EndTwoStepBody } from '../../../../contract/bodies';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { sessionQuery, useSession } from '../../session/session';
import { showDone } from '../../shown/messages';
import { StatusBadge } from '../../shown/status';
import { SettingsSection } from './section';
import { TwoStepDialog } from './two-step-dialog';

export function TwoStepSection() {
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    void queryClient.invalidateQueries(sessionQuery);
  };
  const Dialog = user.two_step ? TurnOffDialog : TwoStepDialog;
  return (
    <SettingsSection
      name="Two-step verification"
      about="Ask for a code from an authenticator app at sign-in."
    >
      <Group justify="space-between">
        <StatusBadge color={user.two_step ? 'green' : 'gray'}>
          {user.two_step ? 'On' : 'Off'}
        </StatusBadge>
        <Button variant="default" onClick={() => setOpen(true)}>
          {user.two_step ? 'Turn off two-step verification' : 'Set up two-step verification'}
        </Button>
      </Group>
      {isOpen && <Dialog onClose={close} />}
    </SettingsSection>
  );
}

function TurnOffDialog({ onClose }: { readonly onClose: () => void }) {
  const state = useRequestForm<EndTwoStepBody, unknown>({
    initialValues: { password: '' },
    send: (body) => request('DELETE', 'me/two-step', { body }),
    done: () => {
      showDone('Two-step verification is off.');
      onClose();
    },
  });
  return (
    <RequestDialog
      title="Turn off two-step verification"
      state={state}
      submitName="Turn off"
      onClose={onClose}
    >
      <TextInput
        label="Password"
        description="You will sign in with your password only. Your recovery codes stop working."
        type="password"
        autoComplete="current-password"
        data-autofocus
        {...state.form.getInputProps('password')}
      />
    </RequestDialog>
  );
}
