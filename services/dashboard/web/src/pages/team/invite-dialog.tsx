import { TextInput } from '@mantine/core';
import type { InviteBody } from '../../../../contract/bodies';
import { RequestDialog } from '../../forms/request-dialog';
import { useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { RoleChoice } from './roles';
import { finishTeamDialog } from './finish-team-dialog';

const INITIAL: InviteBody = { email: '', role: 'manager' };

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const state = useRequestForm({
    initialValues: INITIAL,
    send: (body) => request('POST', 'team/invitations', { body }),
    done: (_, { email }) => finishTeamDialog(onClose, `Invitation sent to ${email}.`),
  });
  return (
    <RequestDialog title="Invite" state={state} submitName="Send invitation" onClose={onClose}>
      <TextInput
        label="E-mail"
        description="We send a link valid for 7 days. Earlier invitations stop working."
        type="email"
        autoComplete="off"
        data-autofocus
        {...state.form.getInputProps('email')}
      />
      <RoleChoice {...state.form.getInputProps('role')} />
    </RequestDialog>
  );
}
