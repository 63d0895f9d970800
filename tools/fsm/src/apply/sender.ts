import { AdminRejection, type AdminClient } from '../admin/admin-client';
import { splitIntoBatches } from './batches';
import { formatFieldPath, parseFieldPath } from '../manifest/field-path';
import { CommandError } from '../command-error';
import { countEntry, type CountedEntry, type Counts } from './counts';
import type { ManifestKind } from './kinds';
import { joinResponses, splitEntry, type EntryPart } from './parts';
import { createPlannedIds } from './planned-ids';

type Path = readonly [ManifestKind, ...(string | number)[]];

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

export type EntrySender = ReturnType<typeof createSender>;

interface Sending {
  readonly counts: Counts;
  readonly dryRun: boolean;
}

export function createSender(client: AdminClient, { counts, dryRun }: Sending) {
  const planned = createPlannedIds();
  let failure: unknown;

  async function put<Data>(path: string, body: object): Promise<Data> {
    const response = await client.call<Data>('PUT', dryRun ? `${path}?dry_run=true` : path, body);
    return dryRun ? planned(response) : response;
  }

  /** A rejection names the entry's place in the manifest. */
  async function send<Data>(place: Path, destination: Destination, body: object): Promise<Data> {
    const { longList } = destination;
    const [first, ...others] = splitEntry(body, longList);
    const response = await putPart<Data & CountedEntry>(place, destination, first);
    const more: (Data & CountedEntry)[] = [];
    for (const part of others) more.push(await putPart(place, destination, part));
    const whole = joinResponses(response, more, longList);
    countEntry(counts, place[0], whole);
    return whole;
  }

  async function putPart<Data>(place: Path, destination: Destination, { body, from }: EntryPart) {
    try {
      return await put<Data>(destination.path, body);
    } catch (error) {
      throw error instanceof AdminRejection ? refusalAt(place, destination, error, from) : error;
    }
  }

  /** Returns undefined if the call was rejected. */
  const putBatch = <Data>({ path }: Destination, entries: readonly object[]) =>
    put<Data[]>(`${path}/batch`, { entries }).catch((error: unknown) => {
      if (error instanceof AdminRejection) return undefined;
      throw error;
    });

  async function sendBatches<Data>(
    kind: ManifestKind,
    destination: Destination,
    bodies: readonly object[],
  ): Promise<Data[]> {
    const responses: Data[] = [];
    const isWhole = (body: object): boolean => splitEntry(body, destination.longList).length === 1;
    const batches = destination.takesBatches
      ? splitIntoBatches(bodies)
      : bodies.map((body) => [body]);
    for (const batch of batches) {
      if (failure) throw failure;
      const together =
        batch.length > 1 && batch.every(isWhole)
          ? await putBatch<Data & CountedEntry>(destination, batch)
          : undefined;
      if (together) {
        for (const response of together) countEntry(counts, kind, response);
        responses.push(...together);
        continue;
      }
      // Finds the entry at fault; entries that exist already are left unchanged.
      for (const body of batch) {
        responses.push(await send<Data>([kind, responses.length], destination, body));
      }
    }
    return responses;
  }

  /**
   * Sends a section and returns results in its order. After a rejection all earlier entries are applied and
   * no later one; sections sent beside it stop after their current call.
   */
  const sendAll = <Data>(
    kind: ManifestKind,
    destination: Destination,
    bodies: readonly object[],
  ): Promise<Data[]> =>
    sendBatches<Data>(kind, destination, bodies).catch((error: unknown) => {
      failure ??= error;
      throw error;
    });

  return { send, sendAll };
}

function refusalAt(
  place: Path,
  { owner, longList, renamed = {} }: Destination,
  { status, message, fields, requestId }: AdminRejection,
  from: number,
): CommandError {
  // An upsert creates missing records, so 404 means that the owner is missing.
  if (status === 404 || status >= 500) {
    return new CommandError(
      `${formatFieldPath(place)}: the ${owner} service failed or is not running (request ${requestId}).`,
    );
  }
  const [first] = fields;
  if (!first) return new CommandError(`${formatFieldPath(place)}: ${message}`);
  const named = parseFieldPath(first.field).map((part) => renamed[part] ?? part);
  const isOfPart = named[0] === longList;
  // The owner counts from the beginning of the part that was sent.
  const field = named.map((part, at) =>
    isOfPart && at === 1 && typeof part === 'number' ? part + from : part,
  );
  return new CommandError(`${formatFieldPath([...place, ...field])}: ${first.message}`);
}
