import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { Refusal } from '../refusal';
import { fieldPath } from './field-path';
import type { Manifest } from './manifest';
import { checkReferences } from './references';
import { manifestSchema } from './schema';

/** The manifest in a YAML or JSON file, complete and consistent in itself. */
export const readManifest = (file: string): Manifest => parseManifest(file, readText(file));

/** The same of a text; `name` says where it is from. */
export function parseManifest(name: string, text: string): Manifest {
  const manifest = checkShape(parse(name, text));
  checkReferences(manifest);
  return manifest;
}

function parse(name: string, text: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (!error) return document.toJS();
  const [{ line }] = error.linePos ?? [{ line: 1 }];
  throw new Refusal(`${name}: line ${line}: ${firstLine(error.message)}`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'));
    throw new Refusal(`${file} cannot be read (${code}).`);
  }
}

function checkShape(value: unknown): Manifest {
  const { error, value: manifest } = manifestSchema.validate(value, {
    convert: false,
    errors: { label: 'key', wrap: { label: false } },
    messages: { 'object.unknown': '{{#label}} is not known here' },
  });
  const [problem] = error?.details ?? [];
  if (!problem) return manifest as Manifest;
  const path = problem.path.length > 0 ? fieldPath(problem.path) : 'manifest';
  throw new Refusal(`${path}: ${problem.message}.`);
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
