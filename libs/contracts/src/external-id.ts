import { DomainError } from './errors';
import { removeInvisible } from './trim';

/** In code points. */
export const MAX_EXTERNAL_ID_CHARACTERS = 255;

/** Trims; undefined if the text cannot be an external id. */
export function parseExternalId(text: string): string | undefined {
  const trimmed = removeInvisible(text);
  const isId = trimmed !== '' && [...trimmed].length <= MAX_EXTERNAL_ID_CHARACTERS;
  return isId ? trimmed : undefined;
}

export const duplicateExternalId = (recordId: number | null): DomainError =>
  new DomainError(
    'duplicate_external_id',
    recordId === null
      ? 'A location of a removed customer has this external_id.'
      : `The record ${recordId} has this external_id.`,
    { matched_field: 'external_id', record_id: recordId },
  );
