import type { Person } from '../domain/person';
import type { OwnSession } from '../persistence/sessions';
import type { Dependencies } from './dependencies';

/** Where the person is signed in, the last used first. */
export const listOwnSessions =
  ({ sessions, now }: Dependencies) =>
  (person: Person): Promise<OwnSession[]> =>
    sessions.listOf({ companyId: person.companyId, id: person.userId }, now());
