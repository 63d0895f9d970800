import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useRef } from 'react';

interface BusyButtonProps
  extends Omit<ButtonProps, 'loading'>, ElementProps<'button', keyof ButtonProps> {
  /** Whether what it began goes on: it cannot be pressed meanwhile. */
  readonly isBusy: boolean;
}

/** A button that has the focus again once it is no longer busy: a browser takes it from what is disabled. */
export function BusyButton({ isBusy, ...button }: BusyButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  useDidUpdate(() => {
    const isLost = document.activeElement === document.body;
    if (!isBusy && isLost) element.current?.focus({ preventScroll: true });
  }, [isBusy]);
  return <Button ref={element} loading={isBusy} {...button} />;
}
