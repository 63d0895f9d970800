/** A company's own records, or its sandbox's. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

/** Sent with a delivery. */
export const MODE_HEADER = 'x-svc-mode';

/** One context's response to a call that empties a sandbox. */
export interface EmptyingStep {
  readonly deleted: number;
  /** False if the call has to be repeated. */
  readonly is_empty: boolean;
}

export const modeOf = ({ sandboxOf }: { readonly sandboxOf?: number | null | undefined }): Mode =>
  typeof sandboxOf === 'number' ? 'test' : 'live';
