import { Box, Center, Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ColorSchemeSwitch } from './color-scheme-switch';

interface SignedOutPageProps {
  readonly name: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

export function SignedOutPage({ name, about, children }: SignedOutPageProps) {
  useDocumentTitle(name);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box pos="absolute" top={12} right={12}>
        <ColorSchemeSwitch />
      </Box>
      <Paper withBorder p="xl" radius="md" w="100%" maw={400}>
        <Title order={1}>{name}</Title>
        {about !== undefined && (
          <Text size="sm" c="dimmed" mt="xs">
            {about}
          </Text>
        )}
        <Box mt="lg">{children}</Box>
      </Paper>
    </Center>
  );
}
