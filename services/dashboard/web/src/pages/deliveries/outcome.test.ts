import { toOutcomeText } from './outcome';

it.each([
  ['certificate_expired', 'The certificate has expired'],
  ['certificate_wrong_name', 'The certificate is for another host name'],
  ['certificate_self_signed', 'The certificate is self-signed, or signed by an unknown authority'],
  [
    'certificate_chain_incomplete',
    'Incomplete certificate chain: browsers hide this, servers cannot',
  ],
  ['tls_error', 'The TLS connection failed'],
])('says what is wrong with a receiver: %s', (error, text) => {
  expect(toOutcomeText({ response_code: null, error })).toBe(text);
});

it('shows the status of a response', () => {
  expect(toOutcomeText({ response_code: 503, error: 'http_503' })).toBe('503');
});
