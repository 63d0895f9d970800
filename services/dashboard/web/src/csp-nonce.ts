/** Must be set on every style element that is added; empty under the development server. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// react-remove-scroll reads this global.
Object.assign(globalThis, { __webpack_nonce__: cspNonce });
