import { Box, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import icon from '../icon.svg';
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
      <Stack gap="md" w="100%" maw={400}>
        <Group gap="xs" justify="center">
          <img src={icon} alt="" width={28} height={28} />
          <Text fw={600}>Field Service Management</Text>
        </Group>
        <Paper withBorder p="xl" radius="md">
          <Title order={1}>{name}</Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" mt="xs">
              {about}
            </Text>
          )}
          <Box mt="lg">{children}</Box>
        </Paper>
      </Stack>
    </Center>
  );
}
