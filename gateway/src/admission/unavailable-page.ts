import type { GatewayResponse } from './response';
import type { Exchange } from './exchange';

export const createUnavailablePage = ({ id }: Pick<Exchange, 'id'>): GatewayResponse => ({
  status: 500,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>The dashboard is not available</title>
</head>
<body>
<main>
<h1>The dashboard is not available</h1>
<p>Something went wrong on our side. <a href="">Try again</a> in a moment.</p>
<p>Request ${id}</p>
</main>
</body>
</html>
`,
});

/** Whether a browser navigates to a page, rather than fetches data. */
export const isPageRequest = ({ method, headers }: Exchange['request']): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);
