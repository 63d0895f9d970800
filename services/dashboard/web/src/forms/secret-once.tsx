import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useRef } from 'react';

interface SecretOnceProps {
  /** What it is, such as "Signing secret". */
  readonly label: string;
  readonly secret: string;
  /** What the person should know, such as "You will not see this key again." */
  readonly children: string;
}

/** A secret that is shown this one time, with a button that copies it. */
export function SecretOnce({ label, secret, children }: SecretOnceProps) {
  const { copy, copied, error } = useClipboard();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Alert color="yellow" variant="outline" mb="md">
        {children}
      </Alert>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          ref={input}
          label={label}
          value={secret}
          readOnly
          flex={1}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={() => input.current?.select()}
        />
        <Button onClick={() => copy(secret)} aria-live="polite">
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      {error && (
        <Alert color="red" role="alert" variant="outline" mt="md">
          The browser did not allow that. Select the text and copy it by hand.
        </Alert>
      )}
    </>
  );
}
