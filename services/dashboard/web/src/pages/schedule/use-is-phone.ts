import { useMediaQuery } from '@mantine/hooks';

/** Narrower than Mantine's breakpoint `sm`; the board needs more. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
