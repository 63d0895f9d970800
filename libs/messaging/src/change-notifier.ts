import type { ChangeNotification } from '@svc/contracts';

const MIN_INTERVAL_MS = 200;

/** Sends the first at once and merges those that follow: records may change thousands of times a second. */
export function createChangeNotifier(publish: (hint: ChangeNotification) => void): {
  notify(hint: ChangeNotification): void;
  stop(): void;
} {
  const recent = new Map<string, { readonly hint: ChangeNotification; isRepeated: boolean }>();
  let timer: NodeJS.Timeout | undefined;

  function publishRepeated(): void {
    for (const [name, each] of recent) {
      if (each.isRepeated) publish(each.hint);
      else recent.delete(name);
      each.isRepeated = false;
    }
    if (recent.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    notify(hint) {
      const name = `${hint.kind} ${hint.companyId}`;
      const known = recent.get(name);
      if (known) {
        known.isRepeated = true;
        return;
      }
      recent.set(name, { hint, isRepeated: false });
      publish(hint);
      timer ??= setInterval(publishRepeated, MIN_INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
