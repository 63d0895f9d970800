import { Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../session/session';

interface PageProps {
  /** The heading, and the document's title with the company's name. */
  readonly name: string;
  /** One sentence on what is done here, where the name does not say it. */
  readonly about?: string;
  /** Buttons for all of the page. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Whether a page has been shown, so that another one is where a link of it leads. */
let hasBegun = false;

/** What every page of a signed-in person has: its title, one heading, and what is done on it. */
export function Page({ name, about, actions, children }: PageProps) {
  const { company } = useSession();
  useDocumentTitle(`${name} · ${company.name}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After a link of ours, a screen reader should begin here; not when the browser opens the page.
    if (hasBegun) heading.current?.focus({ preventScroll: true });
    hasBegun = true;
  }, [name]);
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="lg">
        <div>
          <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            {name}
          </Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </>
  );
}
