/** What the page's policy wants of each style that is added to it; empty under the development server. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// The package that stops the page from scrolling behind a dialog looks for this name.
Object.assign(globalThis, { __webpack_nonce__: cspNonce });
