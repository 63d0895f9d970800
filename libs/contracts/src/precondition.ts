import { DomainError } from './errors';

/** Any version, or one of these. */
export type Versions = '*' | readonly number[];

/** The state a write expects, from `If-Match` and `If-None-Match`. */
export interface Precondition {
  /** The record must exist, at one of these versions. */
  readonly match?: Versions | undefined;
  /** The record must not exist at one of these versions. */
  readonly noneMatch?: Versions | undefined;
  /** The external id by which the record was found; it must still have it. */
  readonly externalId?: string | undefined;
}

export const hasPrecondition = (method: string): boolean => method === 'PUT' || method === 'PATCH';

interface Versioned {
  readonly version: number;
  readonly externalId: string | null;
}

/**
 * Checks the state of a record; undefined means that it does not exist. Call it under the record's lock, or
 * where the write fails if the version has changed.
 * @throws precondition_failed with current_version (null without a record); not_found if its external id has
 * changed
 */
export function requirePrecondition(
  record: Versioned | undefined,
  { match, noneMatch, externalId }: Precondition = {},
): void {
  if (externalId !== undefined && record?.externalId !== externalId) {
    throw new DomainError('not_found', `No record has the external_id ${externalId}.`);
  }
  if (match !== undefined && !isAmong(match, record)) throw refusal(record);
  if (noneMatch !== undefined && isAmong(noneMatch, record)) throw refusal(record);
}

/**
 * Rejects a change based on an older version.
 * @param kind such as `job`
 * @param expected absent where the change does not depend on the version
 * @throws conflict with current_version
 */
export function requireVersion(
  kind: string,
  { version }: Pick<Versioned, 'version'>,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === version) return;
  throw new DomainError(
    'conflict',
    `The ${kind} is at version ${version}, not ${expected}: it has changed since it was read.`,
    { current_version: version },
  );
}

const isAmong = (versions: Versions, record: Versioned | undefined): boolean =>
  record !== undefined && (versions === '*' || versions.includes(record.version));

const refusal = (record: Versioned | undefined): DomainError =>
  new DomainError(
    'precondition_failed',
    record
      ? `The record is at version ${record.version}, which If-Match or If-None-Match excludes.`
      : 'There is no such record, which If-Match demands.',
    { current_version: record?.version ?? null },
  );
