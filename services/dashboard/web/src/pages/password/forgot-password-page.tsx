import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { SignedOutPage } from '../../shell/signed-out-page';
import { TextLink } from '../../shown/text-link';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const state = useRequestForm({
    initialValues: { email: '' },
    send: (body) => request('POST', 'password/forgotten', { body, isAboutSession: true }),
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
      <TextLink to="/sign-in" mt="md" display="inline-block">
        Back to sign-in
      </TextLink>
    </SignedOutPage>
  );
}
