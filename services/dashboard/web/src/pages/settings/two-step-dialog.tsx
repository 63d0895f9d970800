import { Button, Center, Code, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import type { RecoveryCodesResponse, TwoStepSecretResponse } from '../../../../contract/responses';
import type { TwoStepCodeBody } from '../../../../contract/bodies';
import { CopyButton } from '../../forms/copy-button';
import { Dialog } from '../../forms/dialog';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { FailureAlert } from '../../shown/failure-alert';
import classes from './two-step-dialog.module.css';

export function TwoStepDialog({ onClose }: { readonly onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return <AppDialog onClose={onClose} done={setCodes} />;
}

interface AppDialogProps {
  readonly onClose: () => void;
  readonly done: (codes: readonly string[]) => void;
}

function AppDialog({ onClose, done }: AppDialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['me/two-step'],
    queryFn: async () => (await request<TwoStepSecretResponse>('POST', 'me/two-step')).data,
    // Each response is a new secret, so it must not be requested again.
    staleTime: Infinity,
    gcTime: 0,
  });
  const state = useRequestForm<TwoStepCodeBody, RecoveryCodesResponse>({
    initialValues: { code: '' },
    send: async (body) =>
      (await request<RecoveryCodesResponse>('PUT', 'me/two-step', { body })).data,
    done: ({ recovery_codes: codes }) => done(codes),
  });
  return (
    <RequestDialog
      title="Set up two-step verification"
      state={state}
      submitName="Turn on"
      onClose={onClose}
    >
      <Text size="sm">
        Scan this with an authenticator app, such as your password manager, and enter the six digits
        it shows.
      </Text>
      {error && <FailureAlert what="the QR code" error={error} onRetry={refetch} />}
      {!error && (
        <Center>{data ? <Secret {...data} /> : <Skeleton className={classes['picture']} />}</Center>
      )}
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        data-autofocus
        {...state.form.getInputProps('code')}
      />
    </RequestDialog>
  );
}

const Secret = ({ secret, otpauth_url: url }: TwoStepSecretResponse) => (
  <div className={classes['secret']}>
    <div className={classes['picture']}>
      <QRCodeSVG value={url} size={176} title="QR code for the authenticator app" />
    </div>
    <Text size="xs" c="dimmed" mt="xs">
      Or enter this key in the app:
    </Text>
    <Code>{secret.match(/.{1,4}/g)?.join(' ')}</Code>
  </div>
);

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title="Two-step verification is on"
    >
      <Text size="sm">
        Keep these recovery codes where you can find them without your phone. Each one works once
        instead of a code from the app. You will not see them again.
      </Text>
      <ul className={classes['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg">
        <CopyButton text={codes.join('\n')} />
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Dialog>
  );
}
