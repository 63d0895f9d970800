import { Box, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../session/session';
import classes from './page.module.css';

interface PageProps {
  readonly name: string;
  readonly about?: string;
  /** Follows the name in the document's title, such as "Job 107". */
  readonly record?: string | undefined;
  readonly above?: ReactNode;
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export const PAGE_WIDTH = 1200;

/** Whether this page was reached by a link. */
let hasBegun = false;

export function PageFrame({
  name,
  about,
  record,
  above,
  beside,
  actions,
  isWide = false,
  children,
}: PageProps) {
  const { company } = useSession();
  useDocumentTitle([name, record, company.name].filter(Boolean).join(' · '));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Screen readers begin at the heading after navigation.
    if (hasBegun) heading.current?.focus({ preventScroll: true });
    hasBegun = true;
  }, []);
  return (
    <Box maw={isWide ? undefined : PAGE_WIDTH}>
      {above}
      <Group justify="space-between" align="flex-start" mb={above === undefined ? 'lg' : 'md'}>
        <div className={classes['heading']}>
          <Group gap="sm">
            <Title order={1} ref={heading} tabIndex={-1} className={classes['name']}>
              {name}
            </Title>
            {beside}
          </Group>
          {about !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
