import type { Hint } from '@svc/contracts';

const GATHER_MS = 200;

/** Sends the first at once and merges those that follow: records may change thousands of times a second. */
export function hinting(publish: (hint: Hint) => void): {
  give(hint: Hint): void;
  stop(): void;
} {
  const recent = new Map<string, { readonly hint: Hint; isGivenAgain: boolean }>();
  let timer: NodeJS.Timeout | undefined;

  function publishAgain(): void {
    for (const [name, each] of recent) {
      if (each.isGivenAgain) publish(each.hint);
      else recent.delete(name);
      each.isGivenAgain = false;
    }
    if (recent.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    give(hint) {
      const name = `${hint.kind} ${hint.companyId}`;
      const known = recent.get(name);
      if (known) {
        known.isGivenAgain = true;
        return;
      }
      recent.set(name, { hint, isGivenAgain: false });
      publish(hint);
      timer ??= setInterval(publishAgain, GATHER_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
