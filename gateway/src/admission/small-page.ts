import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GatewayResponse } from './response';

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1c7a68"/><path d="M9 17.5l5 5L23.5 11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** Colors, font and corners are those of the dashboard's theme. */
const STYLE = `:root{color-scheme:light dark;font:1rem/1.55 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
body{display:grid;min-height:100vh;margin:0;place-items:center;background:light-dark(#fff,#242424);color:light-dark(#000,#e6e6e6)}
main{max-width:26rem;padding:1rem}
header{display:flex;gap:.6rem;align-items:center;font-weight:600}
svg{display:block;width:1.75rem}
h1{margin:1.5rem 0 .5rem;font-size:1.5rem;font-weight:600}
p{margin:.5rem 0}
a{color:light-dark(#1c7a68,#88ccbe)}
.links{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.links a{padding:.45rem 1.1rem;border:1px solid #1c7a68;border-radius:4px;font-weight:600;font-size:.9rem;text-decoration:none}
.links a:first-child{background:#1c7a68;color:#fff}`;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const LINKS =
  '<nav class="links" aria-label="Pages"><a href="/dashboard">Dashboard</a><a href="/docs">Docs</a></nav>';

interface SmallPage {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly text: string;
}

/** A page of one file, which works while everything else is down. */
export const createSmallPage = ({ status, title, text }: SmallPage): GatewayResponse => ({
  status,
  headers: HEADERS,
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><span aria-hidden="true">${ICON}</span>Field Service Management</header>
<h1>${title}</h1>
${text}
${LINKS}
</main>
</body>
</html>
`,
});

/** Whether a browser navigates to a page, rather than fetches data. */
export const isPageRequest = ({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);
