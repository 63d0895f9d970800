import { transferMovements, type ItemMovement } from '../domain/movement';
import type { ApplyItem } from '../use-cases/apply-items';
import type { ApplyItemBody, MovementBody } from './schemas';

/** Opening stock moves first. */
export const toApplyItem = ({
  stock = [],
  movements = [],
  ...entry
}: ApplyItemBody): ApplyItem => ({
  entry,
  movements: [
    ...stock
      .filter(({ quantity }) => quantity > 0)
      .map((opening) => ({ ...opening, transactionType: 'Add' as const })),
    ...movements.flatMap(movementsIn),
  ],
});

function movementsIn(body: MovementBody): readonly ItemMovement[] {
  const { locationId, quantity, notes = null } = body;
  if (body.type !== 'Transfer') {
    const signed = SIGNS[body.type] * quantity;
    return [{ transactionType: body.type, locationId, quantity: signed, notes }];
  }
  const { toLocationId } = body;
  return transferMovements({ fromLocationId: locationId, toLocationId, quantity, notes });
}

/** In a manifest a removal has a positive quantity. */
const SIGNS = { Add: 1, Remove: -1, Adjust: 1 } as const;
