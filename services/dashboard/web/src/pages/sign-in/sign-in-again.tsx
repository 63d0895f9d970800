import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../../forms/dialog';
import { isSignInNeeded, resumeCalls, subscribeToSessionEnd } from '../../session/session-end';
import { sessionQuery, useSession } from '../../session/session';
import { showFailure } from '../../shown/messages';
import { SignInForm } from './sign-in-form';

export function SignInAgain() {
  const isWanted = useSyncExternalStore(subscribeToSessionEnd, isSignInNeeded);
  const { user } = useSession();
  const queryClient = useQueryClient();

  async function resume(): Promise<void> {
    const { user: now } = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    // The page shows data of the previous person.
    if (now.user_id === user.user_id) resumeCalls();
    else window.location.assign('/dashboard');
  }

  if (!isWanted) return null;
  return (
    // Mounted on demand, so that it lies above other dialogs.
    <Dialog onClose={() => {}} withCloseButton={false} title="Sign in">
      <Text size="sm" mb="md">
        Your session has ended. Sign in to continue. Nothing you entered is lost.
      </Text>
      <SignInForm
        email={user.email}
        done={() =>
          void resume().catch(showFailure('Your session has ended. Sign in to continue.'))
        }
      />
    </Dialog>
  );
}
