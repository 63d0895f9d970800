import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../server/ask';
import { Refusal } from '../server/refusal';
import { useChange } from '../server/use-change';
import { showFailure } from '../shown/messages';
import { changeMode } from './mode';

/** One that has ended already is what was asked for. */
async function endSession(): Promise<void> {
  try {
    await ask('DELETE', 'session', { isAboutSession: true });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
  }
}

/** Ends the session, and leaves nothing of what it has read in the page's memory. */
export function useSignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useChange({
    mutationFn: endSession,
    onSuccess: async () => {
      await navigate({ to: '/sign-in', ignoreBlocker: true });
      changeMode('live');
      queryClient.clear();
    },
    onError: showFailure('You are still signed in.'),
  });
  return { signOut: () => mutate(), isSigningOut: isPending };
}
