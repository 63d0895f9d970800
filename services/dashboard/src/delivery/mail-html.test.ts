import { toMailHtml } from './mail-html';

it('has a paragraph for each of the text', () => {
  const html = toMailHtml('Hello Olive,\n\nOne.\n\nTwo.\n');

  expect(html.match(/<p [^>]*>[^<]*<\/p>/g)).toHaveLength(3);
  expect(html).toContain('>Hello Olive,</p>');
});

it('escapes markup in user text', () => {
  const html = toMailHtml(`Hello <img src="https://evil.example/x" onerror='a()'>&amp;`);

  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=&quot;<a href="https://evil.example/x">');
  expect(html).toContain('&amp;amp;');
  expect(html).toContain('onerror=&#39;a()&#39;&gt;');
});

it('links addresses, without the end of their sentence', () => {
  expect(toMailHtml('See https://fsm.example/dashboard?a=1&b=2#token=x_y.')).toContain(
    '<a href="https://fsm.example/dashboard?a=1&amp;b=2#token=x_y">https://fsm.example/dashboard?a=1&amp;b=2#token=x_y</a>.</p>',
  );
});
