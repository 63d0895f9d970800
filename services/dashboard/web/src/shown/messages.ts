import { notifications } from '@mantine/notifications';

export const showDone = (message: string): void => void notifications.show({ message });

/** For `onError`; stays until closed. */
export const showFailure =
  (title: string) =>
  ({ message }: Error): void =>
    void notifications.show({ color: 'red', title, message, autoClose: false });
