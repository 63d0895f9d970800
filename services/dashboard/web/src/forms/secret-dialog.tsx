import { Button, Group } from '@mantine/core';
import { Dialog } from './dialog';
import { SecretOnce } from './secret-once';

interface SecretDialogProps {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  readonly children: string;
  readonly onClose: () => void;
}

/** Closes only with `Done`, so that a slip of the mouse cannot lose the secret. */
export const SecretDialog = ({ title, label, secret, children, onClose }: SecretDialogProps) => (
  <Dialog
    onClose={onClose}
    title={title}
    size="lg"
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <SecretOnce label={label} secret={secret}>
      {children}
    </SecretOnce>
    <Group justify="flex-end" mt="lg">
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Dialog>
);
