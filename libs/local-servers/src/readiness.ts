const PROBE_MS = 3_000;

export interface Readiness {
  /** Whether every part of the process is in order, also those without which it goes on. */
  readonly isComplete: boolean;
  readonly text: string;
}

/** What a process says of itself on its metrics port; undefined when it does not answer. */
export async function readinessOf(metricsUrl: string): Promise<Readiness | undefined> {
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const response = await fetch(`${metricsUrl}/readyz`, { signal });
    const text = (await response.text()).trim();
    const { parts = {} } = JSON.parse(text) as { parts?: Record<string, string> };
    const isComplete = response.ok && Object.values(parts).every((outcome) => outcome === 'ok');
    return { isComplete, text };
  } catch {
    return undefined;
  }
}
