const PROBE_MS = 3_000;

export interface ReadinessProbe {
  readonly isComplete: boolean;
  readonly text: string;
}

export async function fetchReadiness(metricsUrl: string): Promise<ReadinessProbe | undefined> {
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
