import { Text } from '@mantine/core';

/** What is shown in place of a missing value. */
export const None = ({ children }: { readonly children: string }) => (
  <Text span size="sm" c="dimmed">
    {children}
  </Text>
);
