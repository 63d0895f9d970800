import type { Collection, ErrorCode } from '@svc/contracts';
import type { ObjectSchema } from 'joi';

export interface OperationDocumentation {
  readonly summary: string;
  readonly description: string;
  /** Without selectors, which come from the endpoint table. */
  readonly query?: ObjectSchema;
  readonly body?: ObjectSchema;
  readonly reply: ObjectSchema;
  readonly status: 200 | 201;
  readonly created?: { readonly reply: ObjectSchema; readonly example: object };
  readonly isVersioned?: boolean;
  readonly example: object;
  readonly requestExample?: object;
  /** Beyond those of every operation (`commonErrors`). */
  readonly errors: readonly ErrorCode[];
}

export const documentUpsert = (
  kind: string,
  update: OperationDocumentation,
  create: OperationDocumentation,
): OperationDocumentation => ({
  summary: `Create or update ${kind} by your own id`,
  description: [
    `Updates ${kind} that has this external_id and responds as the update does (200), or creates one and responds`,
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

/** The address has it, and the body must not have another. */
function withoutExternalId(example: object): object {
  const { external_id: _, ...rest } = example as Readonly<Record<string, unknown>>;
  return rest;
}

export type Documentation<C extends Collection> = {
  readonly [Name in keyof C['operations'] & string]: OperationDocumentation;
};

export interface DocumentSection {
  readonly title: string;
  readonly description: string;
  readonly contract: Collection;
  readonly documentation: Readonly<Record<string, OperationDocumentation>>;
}

export const createSection = <C extends Collection>(
  contract: C,
  documentation: Documentation<C>,
  { title, description }: Pick<DocumentSection, 'title' | 'description'>,
): DocumentSection => ({ title, description, contract, documentation });
