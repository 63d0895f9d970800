import { DomainError } from './errors';
import { withoutInvisible } from './trim';

/** Code points of an external id, the client's own id of a record. */
export const EXTERNAL_ID_CHARACTERS = 255;

/** The external id that a text is, without what is blank or invisible; undefined for what cannot be one. */
export function externalIdOf(text: string): string | undefined {
  const trimmed = withoutInvisible(text);
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
