import type { Mode } from '../../../../contract/mode';

export const MODE_NAMES: Readonly<Record<Mode, string>> = { live: 'Live', test: 'Test' };
