import { clientOf } from '@svc/kernel';
import type { Browser, Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/**
 * Who sends a request with this token of a session; undefined when the session has ended. A request
 * that a page makes by itself is no use of the session: else a page that is left open would keep it.
 */
export const useSession =
  ({ sessions, inTurnOfClient, now }: Dependencies) =>
  async (
    token: string,
    { address }: Browser,
    { isUnattended }: { readonly isUnattended: boolean },
  ): Promise<Person | undefined> => {
    const person = await inTurnOfClient(clientOf(address), () =>
      isUnattended ? sessions.find(token, now()) : sessions.use(token, now()),
    );
    return person && { ...person, address };
  };
