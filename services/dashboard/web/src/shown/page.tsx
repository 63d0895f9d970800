import { Box, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../session/session';
import classes from './page.module.css';

interface PageProps {
  /** The heading, and the document's title with the company's name. */
  readonly name: string;
  /** One sentence on what is done here, where the name does not say it. */
  readonly about?: string;
  /** What the record is called that the page is about. */
  readonly record?: string | undefined;
  /** Buttons for all of the page. */
  readonly actions?: ReactNode;
  /** Whether it takes all the width that there is; texts and tables are easier to read in less. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export const PAGE_WIDTH = 1200;

/** Whether a page was shown before this one, so that a link led here. */
let hasBegun = false;

/** What every page of a signed-in person has: its title, one heading, and what is done on it. */
export function Page({ name, about, record, actions, isWide = false, children }: PageProps) {
  const { company } = useSession();
  useDocumentTitle(`${name} · ${company.name}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After a link of ours, a screen reader should begin here; not when the browser opens the page.
    if (hasBegun) heading.current?.focus({ preventScroll: true });
    hasBegun = true;
  }, [name]);
  return (
    <Box maw={isWide ? undefined : PAGE_WIDTH}>
      <Group justify="space-between" align="flex-end" mb="lg">
        <div className={classes['heading']}>
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {name}
          </Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {about}
            </Text>
          )}
          {record !== undefined && (
            <Text size="lg" mt={2} className={classes['record']}>
              {record}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
