import { Text } from '@mantine/core';

/** In place of a value that there is not. */
export const None = ({ children }: { readonly children: string }) => (
  <Text span size="sm" c="dimmed">
    {children}
  </Text>
);
