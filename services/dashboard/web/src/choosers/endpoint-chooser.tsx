import { useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '../../../contract/responses';
import { ENDPOINT_MANAGERS } from '../../../contract/values';
import { request } from '../server/request';
import { RecordChooser, type Choice, type ChoiceSearch, type ChooserProps } from './record-chooser';

const MAX_CHOICES_PER_MANAGER = 25;

const toChoice = ({ id, name, url, key_name: key }: EndpointResponse): Choice => ({
  id,
  name: key === null ? (name ?? url) : `${url} (${key})`,
});

const ENDPOINTS: ChoiceSearch = {
  key: ['webhooks/endpoints'],
  async find(search) {
    const pages = ENDPOINT_MANAGERS.map((manager) =>
      request<EndpointResponse[]>('GET', 'webhooks/endpoints', {
        query: { managed_by: manager, search, per_page: MAX_CHOICES_PER_MANAGER },
      }),
    );
    return (await Promise.all(pages)).flatMap(({ data }) => data.map(toChoice));
  },
};

export function EndpointChooser(chooser: Omit<ChooserProps, 'chosen'>) {
  const { value: id = null } = chooser;
  const { data } = useQuery({
    queryKey: ['webhooks/endpoints', id],
    enabled: id !== null,
    queryFn: () => request<EndpointResponse>('GET', `webhooks/endpoints/${id}`),
  });
  return (
    <RecordChooser
      label="Endpoint"
      search={ENDPOINTS}
      chosen={data && toChoice(data.data)}
      clearable
      {...chooser}
    />
  );
}
