import { recordIdOf } from './record-id';

const API_KEY = /^api_key:(.+)$/;

export const actorOfKey = (keyId: number): string => `api_key:${keyId}`;

/** Undefined for other actors. */
export function keyIdOf(actor: string): number | undefined {
  const [, id] = API_KEY.exec(actor) ?? [];
  return id === undefined ? undefined : recordIdOf(id);
}
