import { Anchor, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { SignedOutPage } from '../../shell/signed-out-page';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const state = useRequestForm({
    initialValues: { email: '' },
    send: (body) => ask('POST', 'password/forgotten', { body, isAboutSession: true }),
    done: (_, { email }) => setSentTo(email),
  });
  return (
    <SignedOutPage name="Forgot password">
      {sentTo === undefined ? (
        <RequestForm state={state} submitName="Send link" isFullWidth asksBeforeLeaving={false}>
          <TextInput
            label="E-mail"
            description="We'll e-mail you a link to choose a new password."
            type="email"
            autoComplete="username"
            autoFocus
            {...state.form.getInputProps('email')}
          />
        </RequestForm>
      ) : (
        <Text role="status">
          If {sentTo} belongs to an account, we have sent a link to it. The link works once, for one
          hour.
        </Text>
      )}
      <Anchor component={Link} to="/sign-in" size="sm" mt="md" display="inline-block">
        Back to sign-in
      </Anchor>
    </SignedOutPage>
  );
}
