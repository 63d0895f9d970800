import {
  DomainError,
  parseExternalId,
  invalidField,
  requirePrecondition,
  trimText,
  type Caller,
  type Precondition,
} from '@svc/contracts';
import type { Reply } from './replies';
import type { OperationCall, OperationHandler, RecordIds } from './handler';
import { findUnknownFields } from './pick-known-fields';
import { validate } from './validate';

export interface Upsert<Name extends string> {
  readonly update: Name;
  readonly create: Name;
  readonly selector: string;
  find(wanted: WantedRecord): Promise<number | undefined>;
}

export interface WantedRecord {
  readonly caller: Caller;
  readonly externalId: string;
  readonly ids: RecordIds;
}

export interface UpsertCall
  extends
    WantedRecord,
    Pick<Upsert<string>, 'selector' | 'find'>,
    Pick<OperationCall<never>, 'operation' | 'at' | 'reportUnknown'> {
  readonly update: OperationHandler<never>;
  readonly create: OperationHandler<never>;
  /** Unchecked, because the schema depends on the operation. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly precondition?: Precondition | undefined;
}

/** Retries after losing a race. */
const ATTEMPTS = 5;

/**
 * Updates the record with an external id, or creates it.
 *
 * Concurrent creations of the same id are rejected but for one, and find its record on the next attempt.
 * An update requires that the record still has the external id.
 */
export async function upsert(call: UpsertCall): Promise<Reply> {
  const { operation, at, caller, externalId, ids } = call;
  const { selector, update, create, precondition } = call;
  const common = { operation, at, query: {}, caller };
  const find = () => call.find({ caller, externalId, ids });
  const sentId = call.json['external_id'];
  const isBlank = typeof sentId === 'string' && trimText(sentId) === '';
  if (
    sentId !== undefined &&
    !isBlank &&
    (typeof sentId !== 'string' || parseExternalId(sentId) !== externalId)
  ) {
    throw invalidField('external_id', 'external_id must match the address, or be absent.');
  }
  const json = isBlank ? { ...call.json, external_id: undefined } : call.json;
  const context = { zone: caller.zone };
  const validateBody = (
    { schemas }: OperationHandler<never>,
    body: object,
    shouldDropBlanks: boolean,
  ): never => {
    if (!schemas.body) return undefined as never;
    call.reportUnknown?.(findUnknownFields(schemas.body, body));
    return validate(schemas.body, body, { convert: false, context, shouldDropBlanks }) as never;
  };

  for (let attempt = 1; ; attempt += 1) {
    const id = await find();
    try {
      if (id !== undefined) {
        const body = validateBody(update, json, false);
        const found = { ...common, ids: { ...ids, [selector]: id } as never, body };
        return await update.run({ ...found, precondition: { ...precondition, externalId } });
      }
      requirePrecondition(undefined, precondition);
      const body = validateBody(create, { ...json, external_id: externalId }, true);
      return await create.run({ ...common, ids: ids as never, body });
    } catch (error) {
      if (!(error instanceof DomainError) || attempt === ATTEMPTS) throw error;
      const hasLostRace =
        id === undefined ? (await find()) !== undefined : error.code === 'not_found';
      if (!hasLostRace) throw error;
    }
  }
}
