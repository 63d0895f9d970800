import { AdminRefusal, type AdminClient } from '../admin/admin-client';
import { batchesOf } from './batches';
import { fieldPath, pathOfField } from '../manifest/field-path';
import { Refusal } from '../refusal';
import { count, type CountedEntry, type Counts } from './counts';
import type { Kind } from './kinds';
import { joined, partsOf, type Part } from './parts';
import { plannedIds } from './planned';

type Path = readonly [Kind, ...(string | number)[]];

export interface Destination {
  readonly owner: string;
  readonly path: string;
  /** True if `<path>/batch` accepts several entries. */
  readonly takesBatches?: boolean;
  /** A list that may exceed one call; further calls add the rest. */
  readonly longList?: string;
  /** Manifest fields by the owner's names for them. */
  readonly renamed?: Readonly<Record<string, string>>;
}

export interface Sender {
  /** A rejection names the entry's place in the manifest. */
  send<Answer>(place: Path, destination: Destination, body: object): Promise<Answer>;
  /**
   * Sends a section and returns results in its order. After a rejection all earlier entries are applied and
   * no later one; sections sent beside it stop after their current call.
   */
  sendAll<Answer>(
    kind: Kind,
    destination: Destination,
    bodies: readonly object[],
  ): Promise<Answer[]>;
}

interface Sending {
  readonly counts: Counts;
  readonly dryRun: boolean;
}

export function sender(client: AdminClient, { counts, dryRun }: Sending): Sender {
  const planned = plannedIds();
  let failure: unknown;

  async function put<Answer>(path: string, body: object): Promise<Answer> {
    const answer = await client.ask<Answer>('PUT', dryRun ? `${path}?dry_run=true` : path, body);
    return dryRun ? planned(answer) : answer;
  }

  async function send<Answer>(place: Path, destination: Destination, body: object) {
    const { longList } = destination;
    const [first, ...others] = partsOf(body, longList);
    const answer = await putPart<Answer & CountedEntry>(place, destination, first);
    const more: (Answer & CountedEntry)[] = [];
    for (const part of others) more.push(await putPart(place, destination, part));
    const whole = joined(answer, more, longList);
    count(counts, place[0], whole);
    return whole;
  }

  async function putPart<Answer>(place: Path, destination: Destination, { body, from }: Part) {
    try {
      return await put<Answer>(destination.path, body);
    } catch (error) {
      throw error instanceof AdminRefusal ? refusalAt(place, destination, error, from) : error;
    }
  }

  /** Returns undefined if the call was rejected. */
  async function putBatch<Answer>(
    { path }: Destination,
    entries: readonly object[],
  ): Promise<Answer[] | undefined> {
    try {
      return await put<Answer[]>(`${path}/batch`, { entries });
    } catch (error) {
      if (error instanceof AdminRefusal) return undefined;
      throw error;
    }
  }

  async function sendBatches<Answer>(
    kind: Kind,
    destination: Destination,
    bodies: readonly object[],
  ) {
    const answers: Answer[] = [];
    const isWhole = (body: object): boolean => partsOf(body, destination.longList).length === 1;
    const batches = destination.takesBatches ? batchesOf(bodies) : bodies.map((body) => [body]);
    for (const batch of batches) {
      if (failure) throw failure;
      const together =
        batch.length > 1 && batch.every(isWhole)
          ? await putBatch<Answer & CountedEntry>(destination, batch)
          : undefined;
      if (together) {
        for (const answer of together) count(counts, kind, answer);
        answers.push(...together);
        continue;
      }
      // Finds the entry at fault; entries that exist already are left unchanged.
      for (const body of batch) {
        answers.push(await send<Answer>([kind, answers.length], destination, body));
      }
    }
    return answers;
  }

  async function sendAll<Answer>(kind: Kind, destination: Destination, bodies: readonly object[]) {
    try {
      return await sendBatches<Answer>(kind, destination, bodies);
    } catch (error) {
      failure ??= error;
      throw error;
    }
  }

  return { send, sendAll };
}

function refusalAt(
  place: Path,
  { owner, longList, renamed = {} }: Destination,
  { status, message, fields, requestId }: AdminRefusal,
  from: number,
): Refusal {
  // An upsert creates missing records, so 404 means that the owner is missing.
  if (status === 404 || status >= 500) {
    return new Refusal(
      `${fieldPath(place)}: the ${owner} service failed or does not run (request ${requestId}).`,
    );
  }
  const [first] = fields;
  if (!first) return new Refusal(`${fieldPath(place)}: ${message}`);
  const named = pathOfField(first.field).map((part) => renamed[part] ?? part);
  const isOfPart = named[0] === longList;
  // The owner counts from the beginning of the part that was sent.
  const field = named.map((part, at) =>
    isOfPart && at === 1 && typeof part === 'number' ? part + from : part,
  );
  return new Refusal(`${fieldPath([...place, ...field])}: ${first.message}`);
}
