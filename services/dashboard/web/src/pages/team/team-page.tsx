import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { InvitationResponse, MemberResponse } from '../../../../contract/responses';
import type { Role } from '../../../../contract/rights';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { useSession } from '../../session/session';
import { Breakable } from '../../shown/breakable';
import { PageFrame } from '../../shown/page';
import { Section } from '../../shown/section';
import { StatusBadge } from '../../shown/status';
import { TextLink } from '../../shown/text-link';
import { Time } from '../../shown/times';
import { None } from '../../shown/none';
import { ChangeRoleDialog } from './change-role-dialog';
import { InviteDialog } from './invite-dialog';
import { RemoveDialog, WithdrawDialog } from './remove-dialogs';
import { ROLE_NAMES } from '../../shown/role-names';

type Open =
  | { readonly dialog: 'invite' }
  | { readonly dialog: 'role' | 'remove'; readonly member: MemberResponse }
  | { readonly dialog: 'withdraw'; readonly invitation: InvitationResponse };

const role = ({ role: of }: { readonly role: Role }): string => ROLE_NAMES[of];

export default function TeamPage() {
  const members = useRecords<MemberResponse>('team');
  const invitations = useRecords<InvitationResponse>('team/invitations', [], {
    pageName: 'invitations_page',
  });
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const invite = <Button onClick={() => setOpen({ dialog: 'invite' })}>Invite</Button>;
  return (
    <PageFrame name="Team" about="The people who run this account." actions={invite}>
      <Stack gap="xl">
        {members.rows?.some(({ two_step: isOn }) => !isOn) && (
          <Alert color="yellow" role="note">
            Some accounts are protected by a password only. Ask everyone marked “Off” to turn on
            two-step verification in Settings.
          </Alert>
        )}
        <RecordTable
          name="Team"
          records={members}
          columns={[
            { name: 'Name', cell: ({ name }) => name, width: '20%' },
            { name: 'E-mail', isAddress: true, cell: ({ email }) => <Breakable text={email} /> },
            { name: 'Role', cell: role },
            { name: 'Two-step', cell: (member) => <TwoStep {...member} /> },
            { name: 'Last sign-in', cell: (member) => lastSignIn(member) },
          ]}
          actions={(member) => (
            <>
              <Button
                size="xs"
                variant="default"
                onClick={() => setOpen({ dialog: 'role', member })}
              >
                Change role
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => setOpen({ dialog: 'remove', member })}
              >
                Remove
              </Button>
            </>
          )}
          getKey={(member) => member.user_id}
          empty="No team members."
        />
        <Section name="Invitations">
          <RecordTable
            name="Invitations"
            records={invitations}
            columns={[
              {
                name: 'E-mail',
                isAddress: true,
                width: '40%',
                cell: ({ email }) => <Breakable text={email} />,
              },
              { name: 'Role', cell: role },
              { name: 'Invited', cell: ({ invited_at: at }) => <Time value={at} /> },
              { name: 'Valid until', cell: ({ valid_until: at }) => <Time value={at} /> },
            ]}
            actions={(invitation) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => setOpen({ dialog: 'withdraw', invitation })}
              >
                Cancel invitation
              </Button>
            )}
            getKey={(invitation) => invitation.invitation_id}
            empty="No pending invitations."
          />
        </Section>
      </Stack>
      {open?.dialog === 'invite' && <InviteDialog onClose={close} />}
      {open?.dialog === 'role' && <ChangeRoleDialog member={open.member} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
      {open?.dialog === 'withdraw' && (
        <WithdrawDialog invitation={open.invitation} onClose={close} />
      )}
    </PageFrame>
  );
}

function TwoStep({ two_step: isOn, user_id: id }: MemberResponse) {
  const { user } = useSession();
  if (isOn) return <StatusBadge color="green">On</StatusBadge>;
  return (
    <Group gap="xs">
      <StatusBadge color="yellow">Off</StatusBadge>
      {id === user.user_id && <TextLink to="/settings">Turn on</TextLink>}
    </Group>
  );
}

const SIGN_INS_KEPT_MS = 365 * 86_400_000;

function lastSignIn({ last_sign_in: at, created_at: created }: MemberResponse) {
  if (at !== null) return <Time value={at} />;
  const isKnown = Date.now() - Date.parse(created) < SIGN_INS_KEPT_MS;
  return <None>{isKnown ? 'Never' : 'Not in the last year'}</None>;
}
