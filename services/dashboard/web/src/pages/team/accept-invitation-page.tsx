import { Text, TextInput } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { AcceptInvitationBody } from '../../../../contract/bodies';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { SignedOutPage } from '../../shell/signed-out-page';
import { PASSWORD_RULE } from '../password/password-rule';
import { TextLink } from '../../shown/text-link';

export function AcceptInvitationPage() {
  const { hash } = useLocation();
  // In the hash, where servers and logs do not see it.
  const token = new URLSearchParams(hash).get('token') ?? '';
  const [isAccepted, setAccepted] = useState(false);
  const state = useRequestForm({
    initialValues: { name: '', password: '' },
    send: (values) =>
      request('POST', 'invitation/accept', {
        body: { token, ...values } satisfies AcceptInvitationBody,
        isAboutSession: true,
      }),
    done: () => setAccepted(true),
  });
  const { getInputProps } = state.form;
  if (isAccepted) {
    return (
      <SignedOutPage name="Accept invitation">
        <Text role="status">Your account is ready. Sign in with your e-mail and password.</Text>
        <TextLink to="/sign-in" mt="md" display="inline-block">
          Sign in
        </TextLink>
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage name="Accept invitation" about="Enter your name and choose a password.">
      <RequestForm
        state={state}
        submitName="Accept invitation"
        isFullWidth
        asksBeforeLeaving={false}
      >
        <TextInput label="Name" autoComplete="name" autoFocus {...getInputProps('name')} />
        <TextInput
          label="Password"
          description={PASSWORD_RULE}
          type="password"
          autoComplete="new-password"
          {...getInputProps('password')}
        />
      </RequestForm>
    </SignedOutPage>
  );
}
