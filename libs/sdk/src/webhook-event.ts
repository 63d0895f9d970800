import type { ReceivedHeaders } from './verify-webhook';

/** What is sent of a record that is gone. */
export type Removed<IdField extends string> = Readonly<Record<IdField, number>> & {
  readonly deleted: true;
};

interface Event<Type, Shown> {
  /** The same on each retry and resend: use it to skip what you have had. */
  readonly id: string;
  readonly type: Type;
  /** Date-shaped label of this shape. */
  readonly api_version: string;
  /** UTC with milliseconds. */
  readonly occurred_at: string;
  /** Who made the change: `api_key:<id>`, `ui`, `scheduled` and others. */
  readonly source: string;
  readonly data: {
    readonly object: Shown;
    /** The former `status`, or the former values of the changed fields. */
    readonly previous: Readonly<Record<string, unknown>>;
    /** Version of `object`: drop what is older than what you have. */
    readonly version: number;
  };
}

/** The events of these types, each with its object. */
export type EventOf<Objects> = {
  [Type in keyof Objects & string]: Event<Type, Objects[Type]>;
}[keyof Objects & string];

export type VerifyWebhook<Verified> = (
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string,
  now?: Date,
) => Verified;
