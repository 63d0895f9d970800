import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../server/ask';
import { showFailure } from '../shown/messages';
import { changeMode } from './mode';

/** Ends the session, and leaves nothing of what it has read in the page's memory. */
export function useSignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask('DELETE', 'session', { isAboutSession: true }),
    onSuccess: async () => {
      await navigate({ to: '/sign-in', ignoreBlocker: true });
      changeMode('live');
      queryClient.clear();
    },
    onError: showFailure('You are still signed in.'),
  });
  return { signOut: () => mutate(), isSigningOut: isPending };
}
