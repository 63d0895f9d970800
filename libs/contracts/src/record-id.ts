const RECORD_ID = /^[1-9][0-9]*$/;

/** Past it, the numbers of JSON are not exact, so that no record has a larger id. */
export const LARGEST_RECORD_ID = Number.MAX_SAFE_INTEGER;

/** Whether a value of JSON is the id of a record: a positive integer, and one that is exact. */
export const isRecordNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 1;

/** Whether a text is written as the id of a record: a positive integer without leading zeros. */
export const isRecordId = (text: string): boolean => RECORD_ID.test(text);

/** The id that a text is; undefined where it is none, or one that no record can have. */
export function recordIdOf(text: string): number | undefined {
  const id = isRecordId(text) ? Number(text) : undefined;
  return isRecordNumber(id) ? id : undefined;
}
