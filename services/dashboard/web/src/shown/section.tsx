import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly name: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Takes one line when it is empty, which its content says by `data-empty`. */
export const Section = ({ name, action, children }: SectionProps) => (
  <section className={classes['section']}>
    <div className={classes['header']}>
      <Title order={2}>{name}</Title>
      <div className={classes['action']}>{action}</div>
    </div>
    {children}
  </section>
);
