import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly name: string;
  readonly about: string;
  readonly children: ReactNode;
}

export function SettingsSection({ name, about, children }: SectionProps) {
  return (
    <section className={classes['section']}>
      <div>
        <Title order={2}>{name}</Title>
        <Text size="sm" c="dimmed" mt={4}>
          {about}
        </Text>
      </div>
      <div>{children}</div>
    </section>
  );
}
