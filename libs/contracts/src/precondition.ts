import { DomainError } from './errors';

/** Any version at all, or one of these. */
export type Versions = '*' | readonly number[];

/** In which state a write wants to find its record, as `If-Match` and `If-None-Match` say it. */
export interface Precondition {
  /** The record must be there, at one of these versions. */
  readonly match?: Versions | undefined;
  /** The record must not be there at one of these versions. */
  readonly noneMatch?: Versions | undefined;
  /** By which the record was found, and which it must have still. */
  readonly externalId?: string | undefined;
}

/** Whether requests of a method may say what version of their record they want to find. */
export const hasPrecondition = (method: string): boolean => method === 'PUT' || method === 'PATCH';

interface Versioned {
  readonly version: number;
  readonly externalId: string | null;
}

/**
 * Refuses a write to a record in another state; undefined stands for a record that is not there.
 *
 * It is asked where nobody else can change the record before the write: under its lock, or where the
 * write fails when the version has changed.
 *
 * @throws precondition_failed with current_version, null where there is no record; not_found where it
 *   has another external id by now
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
 * Refuses a change of a record that was made by what the record was at another version.
 *
 * @param kind what the record is called, as in `job`
 * @param expected absent where the change does not depend on it
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
