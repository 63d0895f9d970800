import type { ReceivedHeaders } from './verify-webhook';

export type Removed<IdField extends string> = Readonly<Record<IdField, number>> & {
  readonly deleted: true;
};

interface Event<Type, Shown> {
  /** Identical on every retry and resend: use it to skip duplicates. */
  readonly id: string;
  readonly type: Type;
  /** Version label in the form of a date. */
  readonly api_version: string;
  /** UTC with milliseconds. */
  readonly occurred_at: string;
  /** Author of the change: `api_key:<id>`, `ui`, `scheduled` and others. */
  readonly source: string;
  readonly data: {
    readonly object: Shown;
    /** Previous values of the changed fields, or the previous `status`. */
    readonly previous: Readonly<Record<string, unknown>>;
    /** Version of `object`: ignore events older than your copy. */
    readonly version: number;
  };
}

export type EventOf<Objects> = {
  [Type in keyof Objects & string]: Event<Type, Objects[Type]>;
}[keyof Objects & string];

export type VerifyWebhook<Verified> = (
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  now?: Date,
) => Verified;
