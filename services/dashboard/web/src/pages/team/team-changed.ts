import { queryClient } from '../../server/query-client';

export function teamChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['team'] });
  void queryClient.invalidateQueries({ queryKey: ['team/invitations'] });
}
