import { Text } from '@mantine/core';
import type { MemberResponse } from '../../../../contract/responses';
import type { ChangeRoleBody } from '../../../../contract/bodies';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { ROLE_NAMES } from '../../shown/role-names';
import { RoleChoice } from './roles';
import { finishTeamDialog } from './finish-team-dialog';

interface ChangeRoleDialogProps {
  readonly member: MemberResponse;
  readonly onClose: () => void;
}

export function ChangeRoleDialog({ member, onClose }: ChangeRoleDialogProps) {
  const { user_id: id, name, role } = member;
  const initialValues: ChangeRoleBody = { role };
  const state = useRequestForm({
    initialValues,
    send: (body) => request('PATCH', `team/${id}`, { body }),
    done: (_, values) => finishTeamDialog(onClose, `${name} is now ${ROLE_NAMES[values.role]}.`),
  });
  return (
    <RequestDialog
      title={`Role of ${name}`}
      state={state}
      submitName="Change role"
      onClose={onClose}
    >
      <RoleChoice {...state.form.getInputProps('role')} />
      <Text size="sm" c="dimmed">
        Changing the role signs {name} out.
      </Text>
    </RequestDialog>
  );
}
