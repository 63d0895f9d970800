const RECORD_ID = /^[1-9][0-9]*$/;

/** JSON numbers above it are not exact. */
export const MAX_RECORD_ID = Number.MAX_SAFE_INTEGER;

export const isRecordNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1;

/** A positive integer without leading zeros. */
export const isRecordId = (text: string): boolean => RECORD_ID.test(text);

/** Undefined for a text that no record id can be. */
export function toRecordId(text: string): number | undefined {
  const id = isRecordId(text) ? Number(text) : undefined;
  return isRecordNumber(id) ? id : undefined;
}
