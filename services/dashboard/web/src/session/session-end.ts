import { hasUnsavedInput } from '../forms/unsaved-input';

type Settle = () => void;

/** Calls that wait until the person has signed in again. */
let waiting: Settle[] = [];
const listeners = new Set<Settle>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Where the browser goes to sign in; put in place by the router, which is loaded later. */
let goToSignIn: Settle = () => {};
export const onSignInNeeded = (go: Settle): void => {
  goToSignIn = go;
};

/**
 * Resolves once the person has signed in again over the page, which keeps what was typed and what was
 * pressed. A page that only shows something is left for `Sign in`, and comes back from there.
 */
export function sessionEnded(method: string): Promise<void> {
  if (method === 'GET' && !hasUnsavedInput() && waiting.length === 0) {
    goToSignIn();
    return new Promise(() => {});
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    notify();
  });
}

/** Lets the calls that waited go on. */
export function signedInAgain(): void {
  const resumed = waiting;
  waiting = [];
  notify();
  for (const resume of resumed) resume();
}

export const isSignInWanted = (): boolean => waiting.length > 0;

/** For `useSyncExternalStore`. */
export function whenSignInIsWanted(listener: Settle): Settle {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
