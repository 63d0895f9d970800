import { clientOf } from '@svc/kernel';
import type { Browser, Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/**
 * Returns undefined if the session has ended. Unattended requests do not prolong it: an open page
 * would keep it alive forever.
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
