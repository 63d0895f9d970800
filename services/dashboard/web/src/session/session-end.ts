import { hasUnsavedInput } from '../forms/unsaved-input';

type Callback = () => void;

let waiting: Callback[] = [];
const listeners = new Set<Callback>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Set by the router, which loads later. */
let goToSignIn: Callback = () => {};
export const setSignInRedirect = (go: Callback): void => {
  goToSignIn = go;
};

/**
 * Resolves after the person has signed in over the page. Pages without unsaved input go to the
 * sign-in page instead.
 */
export function waitForNewSession(method: string): Promise<void> {
  if (method === 'GET' && !hasUnsavedInput() && waiting.length === 0) {
    goToSignIn();
    return new Promise(() => {});
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    notify();
  });
}

export function resumeCalls(): void {
  const resumed = waiting;
  waiting = [];
  notify();
  for (const resume of resumed) resume();
}

export const isSignInNeeded = (): boolean => waiting.length > 0;

export function subscribeToSessionEnd(listener: Callback): Callback {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
