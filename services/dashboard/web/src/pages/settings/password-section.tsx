import { TextInput } from '@mantine/core';
import type { ChangePasswordBody } from '../../../../contract/bodies';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { showDone } from '../../shown/messages';
import { PASSWORD_RULE } from '../password/password-rule';
import { Section } from './section';
import { OWN_SESSIONS } from './sessions-section';

export function PasswordSection() {
  const state = useRequestForm<ChangePasswordBody, unknown>({
    initialValues: { current_password: '', new_password: '' },
    send: (body) => ask('PUT', 'me/password', { body }),
    isEmptiedAfter: true,
    done: () => {
      showDone('Password changed. Other browsers are signed out.');
      void queryClient.invalidateQueries({ queryKey: [OWN_SESSIONS] });
    },
  });
  const { getInputProps } = state.form;
  return (
    <Section name="Password" about="Changing it signs you out everywhere else.">
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
    </Section>
  );
}
