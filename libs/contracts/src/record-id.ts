const RECORD_ID = /^[1-9][0-9]*$/;

/** Whether a text is written as the id of a record: a positive integer without leading zeros. */
export const isRecordId = (text: string): boolean => RECORD_ID.test(text);

/** The id that a text is; undefined where it is none, or one past 2^53-1, which no record can have. */
export function recordIdOf(text: string): number | undefined {
  const id = isRecordId(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
