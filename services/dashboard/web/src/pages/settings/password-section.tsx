import { TextInput } from '@mantine/core';
import type { ChangePasswordBody } from '../../../../contract/bodies';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { showDone } from '../../shown/messages';
import { PASSWORD_RULE } from '../password/password-rule';
import { SettingsSection } from './section';
import { OWN_SESSIONS } from './sessions-section';

export function PasswordSection() {
  const state = useRequestForm<ChangePasswordBody, unknown>({
    initialValues: { current_password: '', new_password: '' },
    send: (body) => request('PUT', 'me/password', { body }),
    isEmptiedAfter: true,
    done: () => {
      showDone('Password changed. Other browsers are signed out.');
      void queryClient.invalidateQueries({ queryKey: [OWN_SESSIONS] });
    },
  });
  const { getInputProps } = state.form;
  return (
    <SettingsSection name="Password" about="Changing it signs you out everywhere else.">
      <RequestForm state={state} submitName="Change password">
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...getInputProps('current_password')}
        />
        <TextInput
          label="New password"
          description={PASSWORD_RULE}
          type="password"
          autoComplete="new-password"
          {...getInputProps('new_password')}
        />
      </RequestForm>
    </SettingsSection>
  );
}
