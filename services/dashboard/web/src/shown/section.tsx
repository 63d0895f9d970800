import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly name: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export const Section = ({ name, action, children }: SectionProps) => (
  <section>
    <Group justify="space-between" mb="xs">
      <Title order={2}>{name}</Title>
      {action}
    </Group>
    {children}
  </section>
);
