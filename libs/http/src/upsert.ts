import {
  DomainError,
  externalIdOf,
  invalidField,
  requirePrecondition,
  trimText,
  type Caller,
  type Precondition,
} from '@svc/contracts';
import type { Reply } from './replies';
import type { Call, Handler, Ids } from './endpoint';
import { validate } from './validate';

/** A PUT by external id: the change of the record that has it, or its creation. */
export interface Upsert<Name extends string> {
  /** The operation that changes a record. */
  readonly update: Name;
  /** The operation that creates one; its body is read where no record has the external id. */
  readonly create: Name;
  /** By which `update` addresses the record. */
  readonly selector: string;
  /** The id of the live record that has the external id. */
  find(wanted: WantedRecord): Promise<number | undefined>;
}

export interface WantedRecord {
  readonly caller: Caller;
  readonly externalId: string;
  /** Those of the address. */
  readonly ids: Ids;
}

/** The two operations of an upsert, and what is asked of them. */
export interface UpsertCall
  extends
    WantedRecord,
    Pick<Upsert<string>, 'selector' | 'find'>,
    Pick<Call<never>, 'operation' | 'at'> {
  readonly update: Handler<never>;
  readonly create: Handler<never>;
  /** Not checked yet, as that depends on which of the two is asked. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly precondition?: Precondition | undefined;
}

/** How often others may be quicker before the request gives up. */
const ATTEMPTS = 5;

/**
 * Changes the record of an external id, or creates it.
 *
 * Of requests of the same moment one creates the record. The creations of the others are refused: for the
 * external id, or for a contact or part number that is checked before it. They find the record then. A
 * record that is found is changed only if it has the external id still.
 */
export async function upsert(call: UpsertCall): Promise<Reply> {
  const { operation, at, caller, externalId, ids } = call;
  const { selector, update, create, precondition } = call;
  const asked = { operation, at, query: {}, caller };
  const find = () => call.find({ caller, externalId, ids });
  const own = call.json['external_id'];
  const isBlank = typeof own === 'string' && trimText(own) === '';
  if (
    own !== undefined &&
    !isBlank &&
    (typeof own !== 'string' || externalIdOf(own) !== externalId)
  ) {
    throw invalidField('external_id', 'external_id must be the one in the address, or absent.');
  }
  const json = isBlank ? { ...call.json, external_id: undefined } : call.json;
  const context = { zone: caller.zone };
  const bodyFor = ({ schemas }: Handler<never>, body: object, isBlankNone: boolean): never =>
    (schemas.body &&
      validate(schemas.body, body, { convert: false, context, isBlankNone })) as never;

  for (let attempt = 1; ; attempt += 1) {
    const id = await find();
    try {
      if (id !== undefined) {
        const body = bodyFor(update, json, false);
        const found = { ...asked, ids: { ...ids, [selector]: id } as never, body };
        return await update.run({ ...found, precondition: { ...precondition, externalId } });
      }
      requirePrecondition(undefined, precondition);
      const body = bodyFor(create, { ...json, external_id: externalId }, true);
      return await create.run({ ...asked, ids: ids as never, body });
    } catch (error) {
      if (!(error instanceof DomainError) || attempt === ATTEMPTS) throw error;
      const isOvertaken =
        id === undefined ? (await find()) !== undefined : error.code === 'not_found';
      if (!isOvertaken) throw error;
    }
  }
}
