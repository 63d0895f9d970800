import type { Browser, Person } from '../domain/person';
import type { Dependencies } from './dependencies';

/** Who sends a request with this token of a session; undefined when the session has ended. */
export const useSession =
  ({ sessions, now }: Dependencies) =>
  async (token: string, { address }: Browser): Promise<Person | undefined> => {
    const person = await sessions.use(token, now());
    return person && { ...person, address };
  };
