import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

export interface Action<Variables> {
  readonly isPending: boolean;
  readonly variables: Variables | undefined;
  readonly mutate: (variables: Variables) => void;
}

/** Ignores further clicks while the action runs. */
export function useAction<Data, Variables = void>({
  onSettled,
  ...options
}: UseMutationOptions<Data, Error, Variables>): Action<Variables> {
  // State would come too late for a double click.
  const isUnderWay = useRef(false);
  const { isPending, variables, mutate } = useMutation({
    ...options,
    async onSettled(...settled) {
      isUnderWay.current = false;
      await onSettled?.(...settled);
    },
  });
  return {
    isPending,
    variables,
    mutate(given) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(given);
    },
  };
}
