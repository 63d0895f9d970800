import { toRecordId } from './record-id';

const API_KEY = /^api_key:(.+)$/;

export const toKeyActor = (keyId: number): string => `api_key:${keyId}`;

/** Undefined for other actors. */
export function parseKeyId(actor: string): number | undefined {
  const [, id] = API_KEY.exec(actor) ?? [];
  return id === undefined ? undefined : toRecordId(id);
}
