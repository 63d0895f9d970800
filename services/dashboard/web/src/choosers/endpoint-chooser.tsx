import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { EndpointResponse } from '../../../contract/responses';
import { ENDPOINT_MANAGERS } from '../../../contract/values';
import { ask } from '../server/ask';
import { RecordChooser, type Choice, type Search } from './record-chooser';

const MOST = 25;

const choiceOf = ({ id, url, key_name: key }: EndpointResponse): Choice => ({
  id,
  name: key === null ? url : `${url} (${key})`,
});

const ENDPOINTS: Search = {
  key: ['webhooks/endpoints'],
  async find(search) {
    const pages = ENDPOINT_MANAGERS.map((manager) =>
      ask<EndpointResponse[]>('GET', 'webhooks/endpoints', {
        query: { managed_by: manager, search, per_page: MOST },
      }),
    );
    return (await Promise.all(pages)).flatMap(({ data }) => data.map(choiceOf));
  },
};

export function EndpointChooser(
  chooser: Omit<ComponentProps<typeof RecordChooser>, 'search' | 'chosen'>,
) {
  const { value: id = null } = chooser;
  const { data } = useQuery({
    queryKey: ['webhooks/endpoints', id],
    enabled: id !== null,
    queryFn: () => ask<EndpointResponse>('GET', `webhooks/endpoints/${id}`),
  });
  return (
    <RecordChooser
      label="Endpoint"
      search={ENDPOINTS}
      chosen={data && choiceOf(data.data)}
      clearable
      {...chooser}
    />
  );
}
