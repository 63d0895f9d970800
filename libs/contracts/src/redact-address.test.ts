import { redactAddress } from './redact-address';

describe('an address in a log or a trace', () => {
  it.each([
    ['/api/v1/jobs', '/api/v1/jobs'],
    ['/api/v1/inventory?id=7&sub=stock', '/api/v1/inventory?id&sub=stock'],
    ['/api/v1/customers?id=7&locations=1', '/api/v1/customers?id&locations=1'],
    ['/api/v1/hooks.php?action=sample&event=job.created', '/api/v1/hooks.php?action=sample&event'],
    ['/api/v1/customers?search=ada@acme.example', '/api/v1/customers?search'],
    ['/api/v1/inventory?sub=ada', '/api/v1/inventory?sub'],
    ['/api/v1/jobs?ada@acme.example', '/api/v1/jobs?…'],
    ['/api/v1/jobs?svc_live_0123456789012345678901234567890123456789', '/api/v1/jobs?…'],
    ['/api/v1/jobs?%61da=1', '/api/v1/jobs?…'],
    ['/api/v1/customers/ada@acme.example', '/api/v1/customers/…'],
    ['/api/v2/jobs/7', '/api/…/jobs/…'],
    ['/internal/records/jobs/latest?ids=7', '/internal/records/jobs/…?ids'],
    ['/Ada/Byron', '/…/…'],
    ['/calendar/kQ3-secret.ics?x=kQ3', '/calendar/…?x'],
    ['http://ada@acme.example/api/v1/jobs', '…//…/api/v1/jobs'],
    ['*', '…'],
    ['', ''],
  ])('of %j is %j', (target, address) => {
    expect(redactAddress(target)).toBe(address);
  });

  it('is short, however long the target', () => {
    const long = `/${'a/'.repeat(4_000)}?${'name_of_a_parameter=1&'.repeat(400)}`;

    expect(redactAddress(long).length).toBeLessThan(600);
  });
});
