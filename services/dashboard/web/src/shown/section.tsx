import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly name: string;
  /** A button for all of the section. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under a heading of its own. */
export const Section = ({ name, action, children }: SectionProps) => (
  <section>
    <Group justify="space-between" mb="xs">
      <Title order={2}>{name}</Title>
      {action}
    </Group>
    {children}
  </section>
);
