import { AdminRefusal, type AdminClient } from '../admin/admin-client';
import { fieldPath, pathOfField } from '../manifest/field-path';
import { Refusal } from '../refusal';
import { count, type CountedEntry, type Counts, type Kind } from './counts';
import { plannedIds } from './planned';

type Path = readonly [Kind, ...(string | number)[]];

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

interface Sending {
  /** Grow with each entry. */
  readonly counts: Counts;
  /** Whether nothing is to be written. */
  readonly dryRun: boolean;
}

export function sender(client: AdminClient, { counts, dryRun }: Sending): Send {
  const planned = plannedIds();
  return async <Answer>(place: Path, destination: Destination, body: object) => {
    const path = dryRun ? `${destination.path}?dry_run=true` : destination.path;
    try {
      const answer = await client.ask<Answer & CountedEntry>('PUT', path, body);
      count(counts, place[0], answer);
      return dryRun ? planned(answer) : answer;
    } catch (error) {
      throw error instanceof AdminRefusal ? refusalAt(place, destination, error) : error;
    }
  };
}

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
