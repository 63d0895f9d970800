/** What the page's policy wants of each style that is added to it; empty under the development server. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// By this name the package looks for it that keeps the page from scrolling behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: cspNonce });
