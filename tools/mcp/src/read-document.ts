import type { ApiDocument } from '@svc/sdk';

const WITHIN_MS = 10_000;

export async function readDocument(baseUrl: string): Promise<ApiDocument> {
  const url = `${baseUrl.replace(/\/$/, '')}/openapi.json`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as ApiDocument;
  } catch (error) {
    // `fetch` hides the reason in `cause`.
    const { cause = error } = error as Error;
    throw new Error(`Could not read the API document at ${url}: ${String(cause)}`, {
      cause: error,
    });
  }
}
