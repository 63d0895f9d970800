import { Text } from '@mantine/core';

export const None = ({ children }: { readonly children: string }) => (
  <Text span size="sm" c="dimmed" data-empty>
    {children}
  </Text>
);
