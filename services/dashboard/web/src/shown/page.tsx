import { Box, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../session/session';
import classes from './page.module.css';

interface PageProps {
  readonly name: string;
  readonly about?: string;
  readonly record?: string | undefined;
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export const PAGE_WIDTH = 1200;

/** Whether this page was reached by a link. */
let hasBegun = false;

export function PageFrame({ name, about, record, actions, isWide = false, children }: PageProps) {
  const { company } = useSession();
  useDocumentTitle([record, name, company.name].filter(Boolean).join(' · '));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Screen readers begin at the heading after navigation.
    if (hasBegun) heading.current?.focus({ preventScroll: true });
    hasBegun = true;
  }, [name]);
  return (
    <Box maw={isWide ? undefined : PAGE_WIDTH}>
      <Group justify="space-between" align="flex-start" mb="lg">
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
