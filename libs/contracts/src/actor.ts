import { recordIdOf } from './record-id';

const API_KEY = /^api_key:(.+)$/;

/** The source of what an API key changes. */
export const actorOfKey = (keyId: number): string => `api_key:${keyId}`;

/** The id of the API key that made a change; undefined where it was somebody else. */
export function keyIdOf(actor: string): number | undefined {
  const [, id] = API_KEY.exec(actor) ?? [];
  return id === undefined ? undefined : recordIdOf(id);
}
