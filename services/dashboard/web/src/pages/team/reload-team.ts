import { queryClient } from '../../server/query-client';

export function reloadTeam(): void {
  void queryClient.invalidateQueries({ queryKey: ['team'] });
  void queryClient.invalidateQueries({ queryKey: ['team/invitations'] });
}
