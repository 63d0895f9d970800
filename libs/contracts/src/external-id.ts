import { DomainError } from './errors';
import { withoutInvisible } from './trim';

/** In code points. */
export const EXTERNAL_ID_CHARACTERS = 255;

/** Trims; undefined if the text cannot be an external id. */
export function externalIdOf(text: string): string | undefined {
  const trimmed = withoutInvisible(text);
  const isId = trimmed !== '' && [...trimmed].length <= EXTERNAL_ID_CHARACTERS;
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
