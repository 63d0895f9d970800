import type { InvitationResponse, MemberResponse } from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { request } from '../../server/request';
import { finishTeamDialog } from './finish-team-dialog';

interface RemoveDialogProps {
  readonly member: MemberResponse;
  readonly onClose: () => void;
}

export function RemoveDialog({ member, onClose }: RemoveDialogProps) {
  const { user_id: id, name, email } = member;
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmName="Remove"
      send={() => request('DELETE', `team/${id}`)}
      done={() => finishTeamDialog(onClose, `${name} removed.`)}
      onClose={onClose}
    >
      {name} ({email}) is signed out everywhere and can no longer sign in. Their past activity stays
      in the history.
    </ConfirmDialog>
  );
}

interface WithdrawDialogProps {
  readonly invitation: InvitationResponse;
  readonly onClose: () => void;
}

export function WithdrawDialog({ invitation, onClose }: WithdrawDialogProps) {
  const { invitation_id: id, email } = invitation;
  return (
    <ConfirmDialog
      title={`Cancel the invitation to ${email}?`}
      confirmName="Cancel invitation"
      send={() => request('DELETE', `team/invitations/${id}`)}
      done={() => finishTeamDialog(onClose, `Invitation to ${email} cancelled.`)}
      onClose={onClose}
    >
      The link in the mail stops working.
    </ConfirmDialog>
  );
}
