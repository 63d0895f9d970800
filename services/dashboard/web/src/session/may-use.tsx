import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayUse, type Right } from '../../../contract/rights';
import { findPageRight } from '../shell/page-rights';
import { sessionQuery, useSession } from './session';

export function useMayUse(): (right: Right) => boolean {
  const { role } = useSession().user;
  return (right) => mayUse(role, right);
}

interface PermittedProps {
  readonly right: Right;
  readonly children: ReactNode;
}

/** Hides what the person's role may not do. */
export const Permitted = ({ right, children }: PermittedProps) =>
  useMayUse()(right) ? children : null;

/** Also on pages without a session, whose links need no right. */
export function useMayOpen(path: string): boolean {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  const right = findPageRight(path);
  return !data || right === undefined || mayUse(data.user.role, right);
}
