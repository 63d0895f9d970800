import { queryClient } from '../../server/query-client';
import { showDone } from '../../shown/messages';

/** Closes the dialog, confirms, and reloads members and invitations. */
export function finishTeamDialog(onClose: () => void, message: string): void {
  onClose();
  showDone(message);
  void queryClient.invalidateQueries({ queryKey: ['team'] });
  void queryClient.invalidateQueries({ queryKey: ['team/invitations'] });
}
