import type { Mode } from '../../contract/mode';
import type { Right } from '../../contract/rights';
import type { MessageText } from './message';

export const NOTICE_KINDS = [
  'webhook.endpoint_failing',
  'webhook.endpoint_off',
  'key.created',
  'key.expiring',
  'key.revoked',
  'service_request.created',
  'job.late',
  'stock.low',
] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface NoticeTarget {
  readonly kind: 'endpoint' | 'key' | 'service_request' | 'job' | 'item';
  readonly id: number;
}

/** A link to a page of the dashboard, named after what the person does there. */
export interface NoticeAction {
  readonly name: string;
  /** Below `/dashboard`, with its query. */
  readonly path: string;
}

/** The first leads to the target. */
export type NoticeActions = readonly [NoticeAction, ...NoticeAction[]];

export interface Notice extends MessageText {
  /** A user gets at most one notice per event id. */
  readonly eventId: string;
  readonly companyId: number;
  readonly kind: NoticeKind;
  /** Only people with this right are told. */
  readonly right: Right;
  readonly target: NoticeTarget;
  /** Null if the target is the same in both modes. */
  readonly mode: Mode | null;
  readonly actions: NoticeActions;
  readonly isMailed: boolean;
  /** The title of `count` unread notices of this kind and target. */
  formatRepeated(count: number): string;
}
