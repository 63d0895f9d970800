import { AdminRefusal, type AdminClient } from '../admin/admin-client';
import { fieldPath, pathOfField } from '../manifest/field-path';
import { Refusal } from '../refusal';

type Path = readonly (string | number)[];

export interface Destination {
  /** Who keeps the records; named when it does not answer. */
  readonly owner: string;
  /** Where they are put, below the admin listener. */
  readonly path: string;
  /** Fields that the owner knows under another name than the manifest. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Puts one entry of the manifest where it belongs; a refusal names its place in the manifest. */
export type Send = <Answer>(place: Path, destination: Destination, body: object) => Promise<Answer>;

export const sender =
  (client: AdminClient): Send =>
  async <Answer>(place: Path, destination: Destination, body: object) => {
    try {
      return await client.ask<Answer>('PUT', destination.path, body);
    } catch (error) {
      throw error instanceof AdminRefusal ? refusalAt(place, destination, error) : error;
    }
  };

function refusalAt(
  place: Path,
  { owner, renamed = {} }: Destination,
  { status, message, fields, requestId }: AdminRefusal,
): Refusal {
  // An upsert finds or creates: what is not found is its owner.
  if (status === 404 || status >= 500) {
    return new Refusal(
      `${fieldPath(place)}: the ${owner} service failed or does not run (request ${requestId}).`,
    );
  }
  const [first] = fields;
  if (!first) return new Refusal(`${fieldPath(place)}: ${message}`);
  const field = pathOfField(first.field).map((part) => renamed[part] ?? part);
  return new Refusal(`${fieldPath([...place, ...field])}: ${first.message}`);
}
