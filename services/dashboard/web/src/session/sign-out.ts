import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { request } from '../server/request';
import { RequestError } from '../server/request-error';
import { useAction } from '../server/use-action';
import { showFailure } from '../shown/messages';
import { changeMode } from './mode';

/** An ended session counts as signed out. */
async function endSession(): Promise<void> {
  try {
    await request('DELETE', 'session', { isAboutSession: true });
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 401) throw error;
  }
}

export function useSignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useAction({
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
