import { useQuery } from '@tanstack/react-query';
import { ENDPOINT_MANAGERS, type EndpointAnswer } from '../../../../contract/webhooks';
import { ask } from '../../server/ask';

/** As many as a list of the API's has; a company with more filters by a delivery's link. */
const MOST = 100;

export interface Choice {
  readonly value: string;
  readonly label: string;
}

const optionOf = ({ endpoint_id: id, url, key_name: key }: EndpointAnswer): Choice => ({
  value: String(id),
  label: key === null ? url : `${url} (${key})`,
});

/** The endpoints and subscriptions that a list of deliveries can be of, the newest first. */
export function useEndpointChoices(): Choice[] {
  const { data } = useQuery({
    queryKey: ['webhooks/endpoints', 'choices'],
    queryFn: async () => {
      const pages = ENDPOINT_MANAGERS.map((manager) =>
        ask<EndpointAnswer[]>('GET', 'webhooks/endpoints', {
          query: { managed_by: manager, per_page: MOST },
        }),
      );
      return (await Promise.all(pages)).flatMap(({ data: endpoints }) => endpoints.map(optionOf));
    },
  });
  return data ?? [];
}
