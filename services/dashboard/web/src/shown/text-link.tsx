import { Anchor, Text, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayOpen } from '../session/may-use';

interface TextLinkProps extends AnchorProps {
  readonly 'to': string;
  readonly 'search'?: Readonly<Record<string, string>>;
  readonly 'children': ReactNode;
  readonly 'aria-label'?: string;
}

/** A link to another page of the dashboard; only its text for a role that may not open the page. */
export function TextLink({ to, search, ...anchor }: TextLinkProps) {
  if (!useMayOpen(to)) {
    return (
      <Text span size="sm">
        {anchor.children}
      </Text>
    );
  }
  return (
    <Anchor component={Link} to={to as never} search={search as never} size="sm" {...anchor} />
  );
}
