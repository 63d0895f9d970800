import type { RequestsAnswer } from '../../contract/overview';
import type { Asker, Owners } from './owners';

/** How many requests of the API the company makes, which the gateway counts. */
export const requestsOf = ({ gateway }: Owners) => ({
  async count(asker: Asker): Promise<RequestsAnswer> {
    const [company, usage] = await Promise.all([
      gateway<Pick<RequestsAnswer, 'allowances'>>(asker, { method: 'GET', path: '' }),
      gateway<RequestsAnswer['days']>(asker, { method: 'GET', path: '/usage?days=30' }),
    ]);
    return { allowances: company.data.allowances, days: usage.data };
  },
});

export type Requests = ReturnType<typeof requestsOf>;
