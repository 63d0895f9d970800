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
  /** Who keeps the records; named when it does not answer. */
  readonly owner: string;
  /** Where they are put, below the admin listener. */
  readonly path: string;
  /** Whether several are put there in one call, by `/batch` behind the path. */
  readonly takesBatches?: boolean;
  /** A list of an entry that may be longer than one call takes: the next calls add the rest to it. */
  readonly longList?: string;
  /** Fields that the owner knows under another name than the manifest. */
  readonly renamed?: Readonly<Record<string, string>>;
}

export interface Sender {
  /** Puts one entry of the manifest where it belongs; a refusal names its place in the manifest. */
  send<Answer>(place: Path, destination: Destination, body: object): Promise<Answer>;
  /**
   * Puts the entries of a section where they belong, and answers in their order. When one is refused,
   * all before it have been applied and none after it; other sections that are being sent are given up
   * after the call that is under way, with the same refusal.
   */
  sendAll<Answer>(
    kind: Kind,
    destination: Destination,
    bodies: readonly object[],
  ): Promise<Answer[]>;
}

interface Sending {
  /** Grow with each entry. */
  readonly counts: Counts;
  /** Whether nothing is to be written. */
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

  /** Sends entries in one call; answers undefined when it was refused. */
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
      // One by one up to the entry at fault, which is named then; what is there already is found.
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
  // An upsert finds or creates: what is not found is its owner.
  if (status === 404 || status >= 500) {
    return new Refusal(
      `${fieldPath(place)}: the ${owner} service failed or does not run (request ${requestId}).`,
    );
  }
  const [first] = fields;
  if (!first) return new Refusal(`${fieldPath(place)}: ${message}`);
  const named = pathOfField(first.field).map((part) => renamed[part] ?? part);
  const isOfPart = named[0] === longList;
  // The owner counts from the beginning of the part that it was sent.
  const field = named.map((part, at) =>
    isOfPart && at === 1 && typeof part === 'number' ? part + from : part,
  );
  return new Refusal(`${fieldPath([...place, ...field])}: ${first.message}`);
}
