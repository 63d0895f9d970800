import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TextLinkProps extends AnchorProps {
  readonly 'to': string;
  readonly 'search'?: Readonly<Record<string, string>>;
  readonly 'children': ReactNode;
  readonly 'aria-label'?: string;
}

/** A link to another page of the dashboard. */
export const TextLink = ({ to, search, ...anchor }: TextLinkProps) => (
  <Anchor component={Link} to={to as never} search={search as never} size="sm" {...anchor} />
);
