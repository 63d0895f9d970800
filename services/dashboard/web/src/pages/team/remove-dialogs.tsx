import type { InvitationResponse, MemberResponse } from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { ask } from '../../server/ask';
import { showDone } from '../../shown/messages';
import { teamChanged } from './team-changed';

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
      send={() => ask('DELETE', `team/${id}`)}
      done={() => {
        onClose();
        showDone(`${name} was removed.`);
        teamChanged();
      }}
      onClose={onClose}
    >
      {name} ({email}) is signed out everywhere and cannot sign in any more. What {name} did stays
      in the histories, under this name.
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
      title={`Withdraw the invitation of ${email}?`}
      confirmName="Withdraw"
      send={() => ask('DELETE', `team/invitations/${id}`)}
      done={() => {
        onClose();
        showDone(`The invitation of ${email} was withdrawn.`);
        teamChanged();
      }}
      onClose={onClose}
    >
      The link in the mail does not work any more.
    </ConfirmDialog>
  );
}
