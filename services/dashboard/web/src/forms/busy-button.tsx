import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useRef } from 'react';

interface BusyButtonProps
  extends Omit<ButtonProps, 'loading'>, ElementProps<'button', keyof ButtonProps> {
  readonly isBusy: boolean;
}

/** Restores the focus, which browsers take from a disabled button. */
export function BusyButton({ isBusy, ...button }: BusyButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  useDidUpdate(() => {
    const isLost = document.activeElement === document.body;
    if (!isBusy && isLost) element.current?.focus({ preventScroll: true });
  }, [isBusy]);
  return <Button ref={element} loading={isBusy} {...button} />;
}
