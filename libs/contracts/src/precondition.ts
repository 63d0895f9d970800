import { DomainError } from './errors';

export type ExpectedVersions = '*' | readonly number[];

/** From `If-Match` and `If-None-Match`. */
export interface Precondition {
  readonly match?: ExpectedVersions | undefined;
  readonly noneMatch?: ExpectedVersions | undefined;
  /** The record must still have it. */
  readonly externalId?: string | undefined;
}

export const canHavePrecondition = (method: string): boolean =>
  method === 'PUT' || method === 'PATCH';

interface Versioned {
  readonly version: number;
  readonly externalId: string | null;
}

/**
 * Call it under the record's lock, or where the write fails if the version has changed.
 * @param record undefined if it does not exist
 * @throws precondition_failed with current_version; not_found if the external id has changed
 */
export function requirePrecondition(
  record: Versioned | undefined,
  { match, noneMatch, externalId }: Precondition = {},
): void {
  if (externalId !== undefined && record?.externalId !== externalId) {
    throw new DomainError('not_found', `No record has the external_id ${externalId}.`);
  }
  if (match !== undefined && !isAmong(match, record)) throw createPreconditionError(record);
  if (noneMatch !== undefined && isAmong(noneMatch, record)) throw createPreconditionError(record);
}

/** @throws conflict if a change is based on an older version */
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

const isAmong = (versions: ExpectedVersions, record: Versioned | undefined): boolean =>
  record !== undefined && (versions === '*' || versions.includes(record.version));

const createPreconditionError = (record: Versioned | undefined): DomainError =>
  new DomainError(
    'precondition_failed',
    record
      ? `The record is at version ${record.version}, which If-Match or If-None-Match excludes.`
      : 'If-Match requires an existing record.',
    { current_version: record?.version ?? null },
  );
