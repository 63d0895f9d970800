import type { Collection, ErrorCode } from '@svc/contracts';
import type { ObjectSchema } from 'joi';

/** What a reader of the API document learns of one operation. */
export interface OperationDocumentation {
  /** A few words, imperative, no full stop: "List jobs". */
  readonly summary: string;
  /** Markdown: what the table and the schemas do not already say. */
  readonly description: string;
  /** Filters, as the service reads them; selectors come from the endpoint table. */
  readonly query?: ObjectSchema;
  /** The body, as the service reads it. */
  readonly body?: ObjectSchema;
  /** The whole body of a success. Every field is always there unless it is `.optional()`. */
  readonly reply: ObjectSchema;
  /** The status of a success. */
  readonly status: 200 | 201;
  /** What it answers with 201 where it creates a record, and otherwise with `status`. */
  readonly created?: { readonly reply: ObjectSchema; readonly example: object };
  /** Whether a success shows one record and carries its version in `ETag`. */
  readonly isVersioned?: boolean;
  /** The whole body of one success. */
  readonly example: object;
  /** A body that is accepted; required where there is a `body`. */
  readonly requestExample?: object;
  /** What this operation refuses beyond what every operation does (`COMMON_ERRORS`). */
  readonly errors: readonly ErrorCode[];
}

/** The documentation of a PUT by external id, made of those of its two operations. */
export const upsertOf = (
  kind: string,
  update: OperationDocumentation,
  create: OperationDocumentation,
): OperationDocumentation => ({
  summary: `Create or update ${kind} by your own id`,
  description: [
    `Updates ${kind} that has this external_id and answers as the update does (200), or creates one and answers`,
    'as the creation does (201); of many requests at once one creates it. A body for the creation is always',
    'right; one for the update alone is enough where the record is there.',
  ].join(' '),
  ...(create.body && { body: create.body }),
  ...(create.requestExample && { requestExample: withoutExternalId(create.requestExample) }),
  reply: update.reply,
  status: 200,
  example: update.example,
  created: { reply: create.reply, example: create.example },
  errors: [...new Set([...update.errors, ...create.errors])],
});

/** The address has it already, and a body must not have another one. */
function withoutExternalId(example: object): object {
  const { external_id: _, ...rest } = example as Readonly<Record<string, unknown>>;
  return rest;
}

/** The documentation of a collection; an operation that is missing does not compile. */
export type Documentation<C extends Collection> = {
  readonly [Name in keyof C['operations'] & string]: OperationDocumentation;
};

/** One collection with its documentation, as a part of the API document. */
export interface Section {
  /** Heading of the collection in the document. */
  readonly title: string;
  readonly description: string;
  readonly contract: Collection;
  readonly documentation: Readonly<Record<string, OperationDocumentation>>;
}

/** A section whose documentation is known to cover its contract. */
export const section = <C extends Collection>(
  contract: C,
  documentation: Documentation<C>,
  { title, description }: Pick<Section, 'title' | 'description'>,
): Section => ({ title, description, contract, documentation });
