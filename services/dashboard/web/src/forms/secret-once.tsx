import { Alert, Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button';
import classes from './secret-once.module.css';

interface SecretOnceProps {
  /** What it is, such as "Signing secret". */
  readonly label: string;
  readonly secret: string;
  /** What the person should know, such as "You will not see this key again." */
  readonly children: string;
}

/** A secret that is shown this one time, with a button that copies it. */
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
