import { useSession } from '../session/session';

export const UNIT_PRICE_DECIMALS = 6;

export function useMoney(): (cents: number, currency: string) => string {
  const { country } = useSession().company;
  return (cents, currency) => formatAmount(currency, country, cents / 100);
}

/** For API amounts without a currency, which are US dollars. */
export function useDollars(): (amount: number, maxDecimals?: number) => string {
  const { country } = useSession().company;
  return (amount, maxDecimals) => formatAmount('USD', country, amount, maxDecimals);
}

const formatAmount = (currency: string, country: string, amount: number, maxDecimals = 2): string =>
  new Intl.NumberFormat(`en-${country}`, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: maxDecimals,
  }).format(amount);
