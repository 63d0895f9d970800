import { Alert, Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button';
import classes from './secret-once.module.css';

interface SecretOnceProps {
  readonly label: string;
  readonly secret: string;
  readonly children: string;
}

export const SecretOnce = ({ label, secret, children }: SecretOnceProps) => (
  <>
    <Alert color="yellow" variant="outline" mb="md">
      {children}
    </Alert>
    <Group align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        value={secret}
        readOnly
        flex={1}
        classNames={{ input: classes['secret'] ?? '' }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton text={secret} />
    </Group>
  </>
);
