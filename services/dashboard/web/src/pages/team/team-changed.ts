import { queryClient } from '../../server/query-client';

/** Has the lists of the team read again. */
export function teamChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['team'] });
  void queryClient.invalidateQueries({ queryKey: ['team/invitations'] });
}
