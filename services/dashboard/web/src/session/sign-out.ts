import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../server/ask';
import { Refusal } from '../server/refusal';
import { useChange } from '../server/use-change';
import { showFailure } from '../shown/messages';
import { changeMode } from './mode';

/** An ended session counts as signed out. */
async function endSession(): Promise<void> {
  try {
    await ask('DELETE', 'session', { isAboutSession: true });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
  }
}

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
    onError: showFailure("Couldn't sign out."),
  });
  return { signOut: () => mutate(), isSigningOut: isPending };
}
