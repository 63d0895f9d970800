import type { ApiDocument } from '@svc/sdk';

const WITHIN_MS = 10_000;

/** The API document of the gateway that is called, so that there is a tool for what it has. */
export async function readDocument(baseUrl: string): Promise<ApiDocument> {
  const url = `${baseUrl.replace(/\/$/, '')}/openapi.json`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as ApiDocument;
  } catch (error) {
    // An error of `fetch` has its reason in its cause.
    const { cause = error } = error as Error;
    throw new Error(`${url} gave no API document: ${String(cause)}`, { cause: error });
  }
}
