import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SignInResponse } from '../../../../contract/responses';
import type { SignInBody } from '../../../../contract/bodies';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';

interface SignInFormProps {
  readonly email?: string;
  readonly done: () => void;
}

export function SignInForm({ email = '', done }: SignInFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const state = useRequestForm({
    initialValues: { email, password: '', code: '' },
    send: async ({ code, ...rest }) => {
      const body: SignInBody = needsCode ? { ...rest, code } : rest;
      return request<SignInResponse>('POST', 'session', { body, isAboutSession: true });
    },
    done: ({ data }) => (data.status === 'code_needed' ? setNeedsCode(true) : done()),
  });
  const { getInputProps } = state.form;
  return (
    <RequestForm state={state} submitName="Sign in" isFullWidth asksBeforeLeaving={false}>
      {needsCode ? (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoFocus
          spellCheck={false}
          {...getInputProps('code')}
        />
      ) : (
        <Stack gap="md">
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus={email === ''}
            {...getInputProps('email')}
          />
          <TextInput
            type="password"
            label="Password"
            autoComplete="current-password"
            autoFocus={email !== ''}
            {...getInputProps('password')}
          />
        </Stack>
      )}
    </RequestForm>
  );
}
