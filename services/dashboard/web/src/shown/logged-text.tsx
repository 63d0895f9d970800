import { Code, Text, Title } from '@mantine/core';
import classes from './logged-text.module.css';

interface LoggedTextProps {
  readonly name: string;
  readonly text: string | null;
  /** What is said where there is no text. */
  readonly none: string;
  /** Level of the heading. */
  readonly order?: 2 | 3;
}

/** A text as it was sent or received, under its name. */
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
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )}
  </>
);

/** JSON on lines of its own; what was sent has none. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
