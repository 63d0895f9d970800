import { DomainError } from './errors';

/** Code points of an external id, the client's own id of a record. */
export const EXTERNAL_ID_CHARACTERS = 255;

/** The external id in an address, without blanks around it; undefined for what cannot be one. */
export function externalIdOf(text: string): string | undefined {
  const trimmed = text.trim();
  const isId = trimmed !== '' && [...trimmed].length <= EXTERNAL_ID_CHARACTERS;
  return isId ? trimmed : undefined;
}

/** Why a record cannot have an external id; null where the one that has it cannot be seen. */
export const duplicateExternalId = (recordId: number | null): DomainError =>
  new DomainError(
    'duplicate_external_id',
    recordId === null
      ? 'A location of a removed customer has this external_id.'
      : `The record ${recordId} has this external_id.`,
    { matched_field: 'external_id', record_id: recordId },
  );
