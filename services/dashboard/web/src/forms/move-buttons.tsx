import type { Change } from '../server/use-change';
import { BusyButton } from './busy-button';

interface MoveButtonsProps<Status extends string> {
  readonly moves: readonly Status[];
  /** Moves the record to a status. */
  readonly move: Change<Status>;
  readonly size?: 'xs' | 'sm';
}

/** A button for each status that a record may be moved to. */
export const MoveButtons = <Status extends string>({
  moves,
  move,
  size = 'sm',
}: MoveButtonsProps<Status>) =>
  moves.map((status) => (
    <BusyButton
      key={status}
      size={size}
      variant="light"
      isBusy={move.isPending && move.variables === status}
      disabled={move.isPending}
      onClick={() => move.mutate(status)}
    >
      {status}
    </BusyButton>
  ));
