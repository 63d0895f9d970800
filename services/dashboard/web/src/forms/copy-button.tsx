import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';
import { showFailure } from '../shown/messages';

const showCopyFailure = showFailure("Couldn't copy.");

export function CopyButton({ text }: { readonly text: string }) {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (error) showCopyFailure(new Error('Select the text and copy it yourself.'));
  }, [error]);
  return (
    <Button variant="default" onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}
