import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@svc/contracts';

/**
 * Factors by which the signed quantity of each type changes a balance. A reservation is negative
 * and its release positive, as they change what is available; consumed parts leave the stock and
 * the reservation that held them.
 */
export const MOVEMENT_EFFECTS = {
  Add: { quantity: 1, reserved: 0 },
  Remove: { quantity: 1, reserved: 0 },
  Transfer_out: { quantity: 1, reserved: 0 },
  Transfer_in: { quantity: 1, reserved: 0 },
  Adjust: { quantity: 1, reserved: 0 },
  Reserve: { quantity: 0, reserved: -1 },
  Release: { quantity: 0, reserved: -1 },
  Job_complete: { quantity: 1, reserved: 1 },
} as const;

export type MovementType = keyof typeof MOVEMENT_EFFECTS;

export const MOVEMENT_TYPES = Object.keys(MOVEMENT_EFFECTS) as readonly MovementType[];

export interface Movement {
  readonly transactionType: MovementType;
  readonly itemId: number;
  readonly locationId: number;
  /** Positive increases, negative decreases. */
  readonly quantity: number;
  readonly relatedLocationId?: number;
  readonly jobId?: number;
  readonly notes?: string | null | undefined;
  /** A movement sent again under its key is made once. */
  readonly idempotencyKey?: string | undefined;
}

/** @throws idempotency_key_reused when the key belongs to another movement */
export function requireSameMovement(earlier: Movement, movement: Movement): void {
  if (isDeepStrictEqual(contentOf(earlier), contentOf(movement))) return;
  throw new DomainError(
    'idempotency_key_reused',
    'idempotency_key was used for another movement of this item.',
  );
}

const contentOf = ({
  transactionType,
  quantity,
  locationId,
  relatedLocationId,
  notes,
}: Movement) => ({
  transactionType,
  quantity,
  locationId,
  relatedLocationId: relatedLocationId ?? null,
  notes: notes ?? null,
});

export type ItemMovement = Omit<Movement, 'itemId'>;

export interface Transfer {
  readonly itemId: number;
  readonly fromLocationId: number;
  readonly toLocationId: number;
  readonly quantity: number;
  readonly notes?: string | null | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Only the first one has the transfer's key. */
export const transferMovements = ({
  fromLocationId,
  toLocationId,
  quantity,
  notes,
  idempotencyKey,
}: Omit<Transfer, 'itemId'>): readonly [ItemMovement, ItemMovement] => [
  {
    transactionType: 'Transfer_out',
    locationId: fromLocationId,
    relatedLocationId: toLocationId,
    quantity: -quantity,
    notes,
    idempotencyKey,
  },
  {
    transactionType: 'Transfer_in',
    locationId: toLocationId,
    relatedLocationId: fromLocationId,
    quantity,
    notes,
  },
];
