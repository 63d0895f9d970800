export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

export const MODE_HEADER = 'x-svc-mode';

export interface EmptyingStep {
  readonly deleted: number;
  /** False if the call has to be repeated. */
  readonly is_empty: boolean;
}

export const toMode = ({ sandboxOf }: { readonly sandboxOf?: number | null | undefined }): Mode =>
  typeof sandboxOf === 'number' ? 'test' : 'live';
