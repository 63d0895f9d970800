import { execFileSync } from 'node:child_process';
import { toCurl } from './to-curl';

it('is one command for a shell, whatever the address and the body hold', () => {
  const url = "https://erp.example/it's?a=1&b=$x";
  const body = `{"title":"Pat's $HOME \`pump\`\\n"}`;
  const command = toCurl(url, {
    id: 'dlv_1',
    number: 1,
    started_at: '2026-03-04T17:45:07Z',
    duration_ms: 22,
    response_code: 500,
    error: 'http_500',
    request_headers: [{ name: 'x-svc-signature', value: 't=1,v1=ab' }],
    request_body: body,
    response_body: null,
  });

  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const words = execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1);

  expect(words).toEqual([url, '-H', 'x-svc-signature: t=1,v1=ab', '--data-raw', body]);
});
