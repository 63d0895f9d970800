import type { Dependencies } from './dependencies';

/** Ends one session; the person's others go on. */
export const signOut =
  ({ sessions }: Dependencies) =>
  (token: string): Promise<void> =>
    sessions.end(token);
