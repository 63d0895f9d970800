import type { Caller, RecordAnswer } from '@svc/contracts';
import type { HookEvent } from '../domain/hook-events';
import type { CurrentRecord } from '../domain/webhook-body';
import { recordKindOf, type Owners } from './record-kinds';

/** The company's newest record that an event can be about, for sample events; undefined where it has none. */
export type FindLatestRecord = (
  event: HookEvent,
  caller: Caller,
) => Promise<CurrentRecord | undefined>;

export const latestRecordOf =
  (owners: Owners): FindLatestRecord =>
  async (event, caller) => {
    const kind = recordKindOf(event);
    return kind && owners[kind.owner].read<RecordAnswer>(`${kind.path}/latest`, caller);
  };
