import { hideSecrets } from './hide-secrets';

/** Terminals and PostgreSQL could act on these. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

export const sanitize = (text: string): string => hideSecrets(text.replace(CONTROLS, ''));
