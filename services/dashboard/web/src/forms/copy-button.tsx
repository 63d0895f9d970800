import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';
import { showFailure } from '../shown/messages';

const showCopyFailure = showFailure("Couldn't copy.");

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  readonly text: string;
  readonly name?: string;
  /** Tells several buttons of a page apart. */
  readonly what?: string;
}

export function CopyButton({ text, name = 'Copy', what, ...button }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (error) showCopyFailure(new Error('Select the text and copy it yourself.'));
  }, [error]);
  return (
    <Button
      variant="default"
      aria-label={what && !copied ? `${name} ${what}` : undefined}
      onClick={() => copy(text)}
      {...button}
    >
      <span aria-live="polite">{copied ? 'Copied' : name}</span>
    </Button>
  );
}
