import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { CommandError } from '../command-error';
import { formatFieldPath } from './field-path';
import type { Manifest } from './manifest';
import { checkReferences } from './references';
import { manifestSchema } from './schema';

export const readManifest = (file: string): Manifest => parseManifest(file, readText(file));

export function parseManifest(name: string, text: string): Manifest {
  const manifest = checkShape(parse(name, text));
  checkReferences(manifest);
  return manifest;
}

/** JSON first: it is a hundred times faster than YAML, and most long manifests are JSON. */
function parse(name: string, text: string): unknown {
  const json = parseJson(text);
  if (json) return json.value;
  const document = parseDocument(text);
  const [error] = document.errors;
  if (!error) return document.toJS();
  const [{ line }] = error.linePos ?? [{ line: 1 }];
  throw new CommandError(`${name}: line ${line}: ${firstLine(error.message)}`);
}

/** Undefined for invalid JSON and duplicate names, for which the YAML parser reports the line. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return membersOf(value) === namesIn(text) ? { value } : undefined;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((members, part) => members + membersOf(part), own);
}

const STRING_OR_NAME = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

const namesIn = (text: string): number =>
  [...text.matchAll(STRING_OR_NAME)].filter(([, colon]) => colon).length;

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'));
    throw new CommandError(`${file} cannot be read (${code}).`);
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
  const path = problem.path.length > 0 ? formatFieldPath(problem.path) : 'manifest';
  throw new CommandError(`${path}: ${problem.message}.`);
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
