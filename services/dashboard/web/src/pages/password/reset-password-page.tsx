import { Text, TextInput } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResetPasswordBody } from '../../../../contract/bodies';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { SignedOutPage } from '../../shell/signed-out-page';
import { PASSWORD_RULE } from './password-rule';
import { TextLink } from '../../shown/text-link';

export function ResetPasswordPage() {
  const { hash } = useLocation();
  // In the hash, where servers and logs do not see it.
  const token = new URLSearchParams(hash).get('token') ?? '';
  const [isChanged, setChanged] = useState(false);
  const state = useRequestForm({
    initialValues: { password: '' },
    send: ({ password }) =>
      request('POST', 'password/reset', {
        body: { token, password } satisfies ResetPasswordBody,
        isAboutSession: true,
      }),
    done: () => setChanged(true),
  });
  return (
    <SignedOutPage name="New password">
      {isChanged ? (
        <Text role="status">Password changed. You are signed out everywhere.</Text>
      ) : (
        <RequestForm
          state={state}
          submitName="Change password"
          isFullWidth
          asksBeforeLeaving={false}
        >
          <TextInput
            label="New password"
            description={PASSWORD_RULE}
            type="password"
            autoComplete="new-password"
            autoFocus
            {...state.form.getInputProps('password')}
          />
        </RequestForm>
      )}
      <TextLink to={isChanged ? '/sign-in' : '/forgot-password'} mt="md" display="inline-block">
        {isChanged ? 'Sign in' : 'Request a new link'}
      </TextLink>
    </SignedOutPage>
  );
}
