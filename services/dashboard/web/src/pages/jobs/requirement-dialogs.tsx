import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { JobResponse } from '../../../../contract/responses';
import { InventoryLocationChooser } from '../../choosers/inventory-location-chooser';
import { ItemChooser } from '../../choosers/item-chooser';
import type { Choice } from '../../choosers/record-chooser';
import { ListFields } from '../../forms/list-fields';
import { RequestDialog } from '../../forms/request-dialog';
import { SkillFields, type SkillValues } from '../../forms/skill-fields';
import { request } from '../../server/request';
import { useReservation } from './use-reservation';
import { useJobEdit } from './use-job-edit';

interface RequirementDialogProps {
  readonly job: JobResponse;
  readonly onClose: () => void;
}

/** The server reports empty fields. */
const saveRequirements = (job: JobResponse, body: object) =>
  request('PUT', `jobs/${job.job_id}/requirements`, { body });

interface Skills {
  required_skills: SkillValues[];
}

const toSkills = (job: JobResponse): Skills => ({
  required_skills: job.required_skills.map((skill) => ({ ...skill })),
});

export function EditSkillsDialog({ job, onClose }: RequirementDialogProps) {
  const state = useJobEdit({
    job,
    toValues: toSkills,
    send: (edits, version) => saveRequirements(job, { ...edits, expected_version: version }),
    onClose,
  });
  return (
    <RequestDialog
      title="Edit required skills"
      state={state}
      submitName="Save"
      onClose={onClose}
      size="lg"
    >
      <SkillFields
        form={state.form}
        name="required_skills"
        legend="Required skills"
        add={(skill) => state.form.insertListItem('required_skills', skill)}
      />
    </RequestDialog>
  );
}

interface Parts {
  required_parts: {
    item_id: number | null;
    location_id: number | null;
    quantity: number | string;
  }[];
}

const toParts = (job: JobResponse): Parts => ({
  required_parts: job.required_parts.map((part) => ({ ...part })),
});

export function EditPartsDialog({ job, onClose }: RequirementDialogProps) {
  const state = useJobEdit({
    job,
    toValues: toParts,
    send: (edits, version) => saveRequirements(job, { ...edits, expected_version: version }),
    onClose,
  });
  const { form } = state;
  const { required_parts: parts } = form.getValues();
  const reserved = useReservation(job).data?.parts ?? [];
  const items = useKnownNames(
    reserved.map(({ item_id: id, part_number: number, part_name: name }) => ({
      id,
      name: [number, name].filter(Boolean).join(' ') || `Item ${id}`,
    })),
  );
  const locations = useKnownNames(
    reserved.map(({ location_id: id, location_name: name }) => ({
      id,
      name: name ?? `Location ${id}`,
    })),
  );
  return (
    <RequestDialog
      title="Edit required parts"
      state={state}
      submitName="Save"
      onClose={onClose}
      size="xl"
    >
      <ListFields
        form={form}
        name="required_parts"
        legend="Required parts"
        one="part"
        onAdd={() => form.insertListItem('required_parts', NEW_PART)}
      >
        {(at) => {
          const field = (name: keyof typeof NEW_PART) =>
            form.getInputProps(`required_parts.${at}.${name}`);
          const { item_id: itemId = null, location_id: locationId = null } = parts[at] ?? {};
          return (
            <>
              <ItemChooser
                aria-label={`Part ${at + 1}`}
                flex={1}
                miw={180}
                {...items.chooser(itemId, field('item_id'))}
              />
              <InventoryLocationChooser
                label="From"
                aria-label={`From ${at + 1}`}
                flex={1}
                miw={140}
                {...locations.chooser(locationId, field('location_id'))}
              />
              <NumberInput
                label="Quantity"
                aria-label={`Quantity of part ${at + 1}`}
                allowDecimal={false}
                w={150}
                {...field('quantity')}
              />
            </>
          );
        }}
      </ListFields>
    </RequestDialog>
  );
}

const NEW_PART: Parts['required_parts'][number] = {
  item_id: null,
  location_id: null,
  quantity: 1,
};

interface InputProps {
  readonly onChange: (id: number | null) => void;
}

/** Remembers names, because rows that move up know their choices only by id. */
function useKnownNames(known: readonly Choice[]) {
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  return {
    chooser: (id: number | null, input: InputProps) => ({
      ...input,
      chosen: [...picked, ...known].find((each) => each.id === id),
      onChange: (chosen: number | null, name: string | undefined) => {
        if (chosen !== null && name !== undefined) setPicked([...picked, { id: chosen, name }]);
        input.onChange(chosen);
      },
    }),
  };
}
