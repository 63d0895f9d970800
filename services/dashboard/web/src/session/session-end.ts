import { hasUnsavedInput } from '../forms/unsaved-input';

type Settle = () => void;

let waiting: Settle[] = [];
const listeners = new Set<Settle>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Set by the router, which loads later. */
let goToSignIn: Settle = () => {};
export const onSignInNeeded = (go: Settle): void => {
  goToSignIn = go;
};

/**
 * Resolves after the person has signed in over the page. Pages without unsaved input go to the
 * sign-in page instead.
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

export function signedInAgain(): void {
  const resumed = waiting;
  waiting = [];
  notify();
  for (const resume of resumed) resume();
}

export const isSignInWanted = (): boolean => waiting.length > 0;

export function whenSignInIsWanted(listener: Settle): Settle {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
