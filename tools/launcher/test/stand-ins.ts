import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProgram } from '@svc/testing';

const repository = join(__dirname, '../../..');

/**
 * A stand-in process; `BROKEN` names one that fails at start, and for `DEGRADED_FOR_MS` an optional part is
 * down.
 */
const PROGRAM = `
const { createServer } = require('node:http');
const name = require('node:path').basename(__dirname);
if (process.env.BROKEN === name) {
  process.stderr.write(name + ': Configuration: PORT is required.\\n');
  process.exit(1);
}
const { HOST, PORT, ADMIN_PORT, METRICS_PORT } = process.env;
const degradedUntil = Date.now() + Number(process.env.DEGRADED_FOR_MS ?? 0);
const environment = () => ({ ...process.env, degradedUntil });
const readiness = () => ({
  ready: true,
  parts: { database: 'ok', nats: Date.now() < degradedUntil ? 'degraded: not connected' : 'ok' },
});
const serve = (port, body) =>
  createServer((request, response) => response.end(JSON.stringify(body()))).listen(port, HOST);
for (const port of [PORT, ADMIN_PORT].filter(Boolean)) serve(port, environment);
serve(METRICS_PORT, readiness);
process.on('SIGINT', () => process.exit(0));
process.stdin.resume().on('end', () => process.exit(0));
`;

const FSM = `
process.stdout.write(JSON.stringify({ company_id: 1, api_keys: { full: { id: 1, key: 'svc_live_demo' } } }));
`;

const MANIFEST = `
company: { slug: demo }
users:
  - { email: manager@demo.example, role: manager, password: another password }
  - { email: owner@demo.example, role: owner, password: the password of the owner }
`;

const WEEK = `
jobs: {}
readings: {}
endpoints: []
app: { by: owner@demo.example }
service_requests: []
invoices: []
refused: []
changes: []
`;

export function standInRepository(dir: string): string {
  for (const [name, source] of Object.entries({ gateway: PROGRAM, jobs: PROGRAM, fsm: FSM })) {
    mkdirSync(join(dir, 'dist', name), { recursive: true });
    writeFileSync(join(dir, 'dist', name, 'main.js'), source);
  }
  mkdirSync(join(dir, 'deploy/demo'), { recursive: true });
  writeFileSync(join(dir, 'deploy/demo/company.yaml'), MANIFEST);
  writeFileSync(join(dir, 'deploy/demo/week.yaml'), WEEK);
  mkdirSync(join(repository, '.data/bin'), { recursive: true });
  for (const shared of ['node_modules', '.data', 'libs', 'tools', 'tsconfig.base.json']) {
    symlinkSync(join(repository, shared), join(dir, shared));
  }
  buildProgram({
    entryPoint: join(__dirname, '../src/main.ts'),
    outfile: join(dir, 'dist/launcher/main.js'),
  });
  return dir;
}

/** Responses of jobs then contain `says` and its source position. */
export function saveJobs(dir: string, says: string): void {
  const src = join(dir, 'services/jobs/src');
  mkdirSync(src, { recursive: true });
  const answer = `({ says: '${says}', at: String(new Error().stack) })`;
  writeFileSync(
    join(src, 'main.ts'),
    PROGRAM.replace('({ ...process.env, degradedUntil })', answer),
  );
}
