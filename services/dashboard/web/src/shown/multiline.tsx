import { Text } from '@mantine/core';

/** Text that keeps its line breaks. */
export const Multiline = ({ children }: { readonly children: string }) => (
  <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
    {children}
  </Text>
);
