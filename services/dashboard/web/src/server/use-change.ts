import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/** What a button begins, with what it was begun with. */
export interface Change<Variables> {
  readonly isPending: boolean;
  readonly variables: Variables | undefined;
  readonly mutate: (variables: Variables) => void;
}

/** A mutation that is begun once, however often it is pressed before it has ended. */
export function useChange<Data, Variables = void>({
  onSettled,
  ...options
}: UseMutationOptions<Data, Error, Variables>): Change<Variables> {
  // What a mutation says of itself is a rendering late for a double click.
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
