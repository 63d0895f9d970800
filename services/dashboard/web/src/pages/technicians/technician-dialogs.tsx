import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { TechnicianAnswer } from '../../../../contract/technicians';
import { editedFields } from '../../forms/edited-fields';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { Refusal } from '../../server/refusal';
import { showDone } from '../../shown/messages';
import {
  bodyOf,
  NEW_TECHNICIAN,
  TechnicianFields,
  valuesOf,
  type TechnicianValues,
} from './technician-fields';
import { techniciansChanged } from './technicians-changed';

/** Asks for a new technician, and opens it. */
export function NewTechnicianDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const state = useRequestForm({
    initialValues: NEW_TECHNICIAN,
    send: (values: TechnicianValues) =>
      ask<TechnicianAnswer>('POST', 'technicians', { body: bodyOf(values) }),
    done: ({ data: { technician_id: id } }) => {
      onClose();
      showDone('The technician was created.');
      void techniciansChanged();
      // The form has been saved, and its question before leaving is one rendering late.
      void navigate({ to: `/technicians/${id}` as never, ignoreBlocker: true });
    },
  });
  return (
    <RequestDialog
      title="New technician"
      state={state}
      submitName="Create technician"
      onClose={onClose}
      size="xl"
    >
      <TechnicianFields form={state.form} />
    </RequestDialog>
  );
}

interface EditTechnicianDialogProps {
  readonly technician: TechnicianAnswer;
  readonly onClose: () => void;
}

/**
 * Changes a technician whom nobody else has changed meanwhile. Otherwise it is read again: fields that
 * were not edited here show what they are now, and saving once more keeps what was.
 */
export function EditTechnicianDialog({ technician, onClose }: EditTechnicianDialogProps) {
  const known = useRef(technician);
  const path = `technicians/${technician.technician_id}`;

  async function send(values: TechnicianValues): Promise<void> {
    const body = { ...bodyOf(values), expected_version: known.current.version };
    try {
      await ask('PUT', path, { body });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      const edits = editedFields(values, valuesOf(known.current));
      const { data: fresh } = await ask<TechnicianAnswer>('GET', path);
      state.form.setValues({ ...valuesOf(fresh), ...edits });
      known.current = fresh;
      void techniciansChanged();
      throw new Refusal(error.status, error.code, 'This technician has changed.');
    }
  }

  const state = useRequestForm({
    initialValues: valuesOf(technician),
    send,
    done: () => {
      onClose();
      showDone('The technician was changed.');
      void techniciansChanged();
    },
  });
  return (
    <RequestDialog
      title="Edit technician"
      state={state}
      submitName="Save"
      onClose={onClose}
      size="xl"
    >
      <TechnicianFields form={state.form} />
    </RequestDialog>
  );
}
