import { notifications } from '@mantine/notifications';

/** Says for a moment that something was done. */
export const showDone = (message: string): void => void notifications.show({ message });

/** Says what was done and may be wrong all the same. */
export const showWarning = (message: string): void =>
  void notifications.show({ color: 'yellow', message, autoClose: 10_000 });

/** For `onError`: says until it is closed what did not happen, and why. */
export const showFailure =
  (title: string) =>
  ({ message }: Error): void =>
    void notifications.show({ color: 'red', title, message, autoClose: false });
