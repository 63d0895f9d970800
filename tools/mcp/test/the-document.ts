import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument } from '@svc/sdk';

export const DOCUMENT = JSON.parse(
  readFileSync(join(__dirname, '../../../dist/gateway/openapi.json'), 'utf8'),
) as ApiDocument;

interface Method {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly examples: Examples }>>;
}
type Examples = Readonly<Record<string, { readonly value: object }>>;

const methods = Object.values(DOCUMENT.paths).flatMap((path) => Object.values(path));

const examplesIn = (contentOf: (method: Method) => readonly (Content | undefined)[]): Examples =>
  Object.assign(
    {},
    ...methods
      .flatMap((method) => contentOf(method as unknown as Method))
      .map((each) => each?.content?.['application/json']?.examples ?? {}),
  ) as Examples;

export const BODIES = examplesIn(({ requestBody }) => [requestBody]);
export const ANSWERS = examplesIn(({ responses }) => [responses['200'], responses['201']]);
