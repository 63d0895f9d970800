import { Code, Title } from '@mantine/core';
import classes from './logged-text.module.css';
import { None } from './none';

interface LoggedTextProps {
  readonly name: string;
  readonly text: string | null;
  readonly none: string;
  readonly order?: 2 | 3;
}

export const LoggedText = ({ name, text, none, order = 3 }: LoggedTextProps) => (
  <>
    <Title order={order} size="xs" c="dimmed" mt="sm" mb={4}>
      {name}
    </Title>
    {text ? (
      <Code block tabIndex={0} className={classes['logged']}>
        {text}
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
