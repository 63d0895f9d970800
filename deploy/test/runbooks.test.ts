import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A fake kubectl: prints the command for the pod, one argument per line, and knows one secret. */
const KUBECTL = `#!/bin/sh
case "$1 $2" in
  'get pod') echo pod/postgres-1 ;;
  'get secret') printf '%s' "password of $3" | base64 ;;
  exec*) printf '%s\\n' "$@" ;;
esac
`;

let programs: string;

beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'fsm-runbooks-'));
  const kubectl = join(programs, 'kubectl');
  writeFileSync(kubectl, KUBECTL);
  chmodSync(kubectl, 0o700);
});
afterEach(() => rmSync(programs, { recursive: true }));

it('reads the database of a context as its own role, and never as the administrator', () => {
  const page = readFileSync(join(__dirname, '../runbooks/README.md'), 'utf8');
  const [psqlOf = ''] = /^psql_of\(\) \{\n.*?^\}$/ms.exec(page) ?? [];

  const printed = execFileSync('bash', ['--norc', '-ec', `${psqlOf}\npsql_of jobs 'select 1'`], {
    env: { PATH: `${programs}${delimiter}${process.env['PATH']}` },
    encoding: 'utf8',
  });

  expect(printed.trim().split('\n').slice(-5)).toEqual([
    'PGPASSWORD=password of jobs-database',
    'psql',
    'host=127.0.0.1 sslmode=require dbname=jobs user=jobs',
    '-c',
    'select 1',
  ]);
});
