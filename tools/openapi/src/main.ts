import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DOCUMENT } from './document';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: node dist/openapi-document/main.js FILE');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(DOCUMENT, null, 2)}\n`);
