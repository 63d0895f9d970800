import { Anchor, Text, TextInput } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { AcceptInvitationBody } from '../../../../contract/bodies';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { SignedOutPage } from '../../shell/signed-out-page';
import { PASSWORD_RULE } from '../password/password-rule';

export function AcceptInvitationPage() {
  const { hash } = useLocation();
  // In the hash, where servers and logs do not see it.
  const token = new URLSearchParams(hash).get('token') ?? '';
  const [isAccepted, setAccepted] = useState(false);
  const state = useRequestForm({
    initialValues: { name: '', password: '' },
    send: (values) =>
      ask('POST', 'invitation/accept', {
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
        <Anchor component={Link} to="/sign-in" size="sm" mt="md" display="inline-block">
          Sign in
        </Anchor>
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
