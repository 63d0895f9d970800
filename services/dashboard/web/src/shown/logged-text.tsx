import { Code, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../forms/copy-button';
import classes from './logged-text.module.css';
import { None } from './none';
import { toMidSentence } from './wording';

interface LoggedTextProps {
  readonly name: string;
  readonly text: string | null;
  readonly none: string;
  readonly order?: 2 | 3;
  /** Shows the text in another way. */
  readonly children?: ReactNode;
}

export const LoggedText = ({ name, text, none, order = 3, children }: LoggedTextProps) => (
  <>
    <Group justify="space-between" mt="sm" mb={4}>
      <Title order={order} size="xs" c="dimmed">
        {name}
      </Title>
      {text && <CopyButton size="compact-xs" text={text} what={toMidSentence(name)} />}
    </Group>
    {text ? (
      <Code block tabIndex={0} className={classes['logged']}>
        {children ?? text}
      </Code>
    ) : (
      <None>{none}</None>
    )}
  </>
);

export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
