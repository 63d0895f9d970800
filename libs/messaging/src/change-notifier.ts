import type { ChangeNotification } from '@svc/contracts';

const MIN_INTERVAL_MS = 200;

/** Sends the first at once and merges those that follow: records may change thousands of times a second. */
export function createChangeNotifier(publish: (notification: ChangeNotification) => void): {
  notify(notification: ChangeNotification): void;
  stop(): void;
} {
  const recent = new Map<
    string,
    { readonly notification: ChangeNotification; isRepeated: boolean }
  >();
  let timer: NodeJS.Timeout | undefined;

  function publishRepeated(): void {
    for (const [name, each] of recent) {
      if (each.isRepeated) publish(each.notification);
      else recent.delete(name);
      each.isRepeated = false;
    }
    if (recent.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    notify(notification) {
      const name = `${notification.kind} ${notification.companyId}`;
      const earlier = recent.get(name);
      if (earlier) {
        earlier.isRepeated = true;
        return;
      }
      recent.set(name, { notification, isRepeated: false });
      publish(notification);
      timer ??= setInterval(publishRepeated, MIN_INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
