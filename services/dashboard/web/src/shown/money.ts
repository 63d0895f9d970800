import { useSession } from '../session/session';

/** Writes cents as money of a currency (ISO 4217), in the manner of the company's country. */
export function useMoney(): (cents: number, currency: string) => string {
  const { country } = useSession().company;
  return (cents, currency) =>
    new Intl.NumberFormat(`en-${country}`, {
      style: 'currency',
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }).format(cents / 100);
}

/** Writes an amount of the API that names no currency, such as the cost of an asset: US dollars. */
export function useDollars(): (amount: number) => string {
  const money = useMoney();
  return (amount) => money(amount * 100, 'USD');
}
