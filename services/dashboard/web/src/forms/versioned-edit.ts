import { useRef } from 'react';
import type { ChangedKind } from '../../../contract/live';
import { recordsChanged } from '../live/records-changed';
import { ask } from '../server/ask';
import { Refusal } from '../server/refusal';
import { showDone } from '../shown/messages';
import { editedFields } from './edited-fields';
import { useRequestForm, type RequestFormState } from './request-form';

interface Versioned {
  readonly version: number;
}

interface VersionedEdit<Given extends Versioned, Values> {
  /** The record as it is shown. */
  readonly record: Given;
  /** What people call it, such as `job`. */
  readonly what: ChangedKind;
  /** Where it is read again. */
  readonly path: string;
  /** A record as the fields show it. */
  readonly valuesOf: (record: Given) => Values;
  /** Sends the fields that were edited, or all of them; refused at another version of the record. */
  readonly send: (edits: Partial<Values>, version: number, values: Values) => Promise<unknown>;
  /** What is said once it is saved. */
  readonly done?: string;
  readonly onClose: () => void;
}

const ADVICE =
  'The fields that you have not edited show what they are now. Save again to keep yours.';

/** What a body's `expected_version` and what `If-Match` are refused with. */
const HAS_CHANGED = ['conflict', 'precondition_failed'];

/**
 * Changes a record that nobody else has changed meanwhile. Otherwise it is read again: fields that were
 * not edited here show what they are now, and saving once more keeps what was.
 */
export function useVersionedEdit<Given extends Versioned, Values extends object>({
  record,
  what,
  path,
  valuesOf,
  send,
  done = `The ${what} was changed.`,
  onClose,
}: VersionedEdit<Given, Values>): RequestFormState<Values> {
  const known = useRef(record);
  const hasChanged = `This ${what} has changed.`;

  /** Whether anything was edited, and so sent. */
  async function sendEdits(values: Values): Promise<boolean> {
    const edits = editedFields(values, valuesOf(known.current));
    if (Object.keys(edits).length === 0) return false;
    try {
      await send(edits, known.current.version, values);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal) || !HAS_CHANGED.includes(error.code)) throw error;
      const { data: fresh } = await ask<Given>('GET', path);
      state.form.setValues({ ...valuesOf(fresh), ...edits });
      known.current = fresh;
      void recordsChanged(what);
      throw new Refusal(error.status, error.code, hasChanged);
    }
  }

  const state = useRequestForm({
    initialValues: valuesOf(record),
    send: sendEdits,
    done: (isSaved) => {
      onClose();
      if (!isSaved) return;
      showDone(done);
      void recordsChanged(what);
    },
  });
  return { ...state, advice: state.refused === hasChanged ? ADVICE : undefined };
}
