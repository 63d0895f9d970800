import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../src/data-folder';
import { parse } from 'yaml';
import { applyDemo, findOwnerLogin, type Demo } from '../src/demo/apply-demo';
import { NO_WEEK } from './no-week';

const OWNER = { email: 'owner@demo.example', password: 'the password of the owner' };
const USERS = `company: { slug: demo }
users: [{ role: manager, email: m@demo.example, password: x },
  { role: owner, email: ${OWNER.email}, password: ${OWNER.password} }]`;

describe('the demo company that an earlier start has applied', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'demo-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function demoOf(manifestText: string, kept: Demo): Promise<Demo> {
    const folder = openDataFolder(join(dir, 'data'));
    folder.write('demo.json', kept);
    return applyDemo({
      fsm: '/nonexistent',
      readManifest: () => parse(manifestText),
      week: NO_WEEK,
      folder,
      admin: { url: 'http://127.0.0.1:1', token: '' },
      now: () => new Date(),
      report: () => undefined,
      signal: new AbortController().signal,
    });
  }

  it('has the login with which it was applied, whatever the manifest says now', async () => {
    const kept = { apiKey: 'svc_live_x', login: { email: 'a@demo.example', password: 'former' } };

    expect(await demoOf(USERS, kept)).toEqual(kept);
  });
});

it.each([
  ['company: { slug: demo }', {}],
  ['{ company: { slug: demo }, users: [{ role: owner, email: o@demo.example }] }', {}],
  [USERS, { login: OWNER }],
])('the login of %s is %j', (manifest, login) => {
  expect(findOwnerLogin(parse(manifest))).toEqual(login);
});
