import { toClientKey } from '@svc/kernel';
import type { Browser, Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/**
 * Undefined if the session has ended. Unattended requests must not prolong it, or an open page
 * would keep it alive.
 */
export const useSession =
  ({ sessions, limitPerClient, now }: Dependencies) =>
  async (
    token: string,
    { address }: Browser,
    { isUnattended }: { readonly isUnattended: boolean },
  ): Promise<Person | undefined> => {
    const person = await limitPerClient(toClientKey(address), () =>
      isUnattended ? sessions.find(token, now()) : sessions.use(token, now()),
    );
    return person && { ...person, address };
  };
