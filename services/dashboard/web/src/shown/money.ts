import { useSession } from '../session/session';

/** The most decimals of an item's cost and price. */
export const UNIT_PRICE_DECIMALS = 6;

/** Writes cents as money of a currency (ISO 4217), in the manner of the company's country. */
export function useMoney(): (cents: number, currency: string) => string {
  const { country } = useSession().company;
  return (cents, currency) => amountIn(currency, country, cents / 100);
}

/**
 * Writes an amount of the API that names no currency, such as the cost of an asset: US dollars.
 *
 * @param maxDecimals more than two where the amount may have more
 */
export function useDollars(): (amount: number, maxDecimals?: number) => string {
  const { country } = useSession().company;
  return (amount, maxDecimals) => amountIn('USD', country, amount, maxDecimals);
}

const amountIn = (currency: string, country: string, amount: number, maxDecimals = 2): string =>
  new Intl.NumberFormat(`en-${country}`, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: maxDecimals,
  }).format(amount);
