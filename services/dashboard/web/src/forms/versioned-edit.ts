import { useRef } from 'react';
import type { ChangedKind } from '../../../contract/live';
import { reloadRecords } from '../live/reload-records';
import { request } from '../server/request';
import { RequestError } from '../server/request-error';
import { showDone } from '../shown/messages';
import { toCapitalized } from '../shown/wording';
import { findEditedFields } from './find-edited-fields';
import { useRequestForm, type RequestFormState } from './request-form';

interface Versioned {
  readonly version: number;
}

interface VersionedEdit<Given extends Versioned, Values> {
  readonly record: Given;
  readonly what: ChangedKind;
  readonly path: string;
  readonly toValues: (record: Given) => Values;
  /** Must fail when the record has another version. */
  readonly send: (edits: Partial<Values>, version: number, values: Values) => Promise<unknown>;
  readonly done?: string;
  readonly onClose: () => void;
}

const ADVICE =
  'Fields you did not edit now show the latest values. Save again to keep your changes.';

/** Error codes for a wrong `expected_version` and a wrong `If-Match`. */
const HAS_CHANGED = ['conflict', 'precondition_failed'];

/**
 * Saves a record unless others changed it. After a conflict, untouched fields show the latest
 * values and a second save keeps the edits.
 */
export function useVersionedEdit<Given extends Versioned, Values extends object>({
  record,
  what,
  path,
  toValues,
  send,
  done = `${toCapitalized(what)} saved.`,
  onClose,
}: VersionedEdit<Given, Values>): RequestFormState<Values> {
  const latest = useRef(record);
  const hasChanged = `This ${what} has changed.`;

  /** Resolves with whether anything was sent. */
  async function sendEdits(values: Values): Promise<boolean> {
    const edits = findEditedFields(values, toValues(latest.current));
    if (Object.keys(edits).length === 0) return false;
    try {
      await send(edits, latest.current.version, values);
      return true;
    } catch (error) {
      if (!(error instanceof RequestError) || !HAS_CHANGED.includes(error.code)) throw error;
      const { data: fresh } = await request<Given>('GET', path);
      state.form.setValues({ ...toValues(fresh), ...edits });
      latest.current = fresh;
      void reloadRecords(what);
      throw new RequestError(error.status, error.code, hasChanged);
    }
  }

  const state = useRequestForm({
    initialValues: toValues(record),
    send: sendEdits,
    done: (isSaved) => {
      onClose();
      if (!isSaved) return;
      showDone(done);
      void reloadRecords(what);
    },
  });
  return { ...state, advice: state.formError === hasChanged ? ADVICE : undefined };
}
