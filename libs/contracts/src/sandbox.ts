/** Whose records something is about: a company's own, or those of its sandbox. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

/** Says in a delivery which of them its event is about. */
export const MODE_HEADER = 'x-svc-mode';

/** What a context answers to one call that empties a sandbox. */
export interface EmptyingStep {
  /** Rows that this call deleted. */
  readonly deleted: number;
  /** Whether there are none left; else it has to be asked again. */
  readonly is_empty: boolean;
}

/** The mode of records of a company, or of a sandbox of one. */
export const modeOf = ({ sandboxOf }: { readonly sandboxOf?: number | null | undefined }): Mode =>
  typeof sandboxOf === 'number' ? 'test' : 'live';
