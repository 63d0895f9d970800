import { useQuery } from '@tanstack/react-query';
import type { AssetTypeResponse } from '../../../contract/responses';
import { request } from '../server/request';
import { RecordChooser, createSearch, type Choice, type ChooserProps } from './record-chooser';

const toChoice = (type: AssetTypeResponse): Choice => ({
  id: type.asset_type_id,
  name: type.asset_type_name,
});

const TYPES = createSearch('asset-types', toChoice);

/** Loads the name of the chosen type when only its id is known. */
export function AssetTypeChooser({ value = null, chosen, ...chooser }: ChooserProps) {
  const { data } = useQuery({
    queryKey: ['asset-types', value],
    enabled: value !== null && chosen?.id !== value,
    queryFn: () =>
      request<AssetTypeResponse[]>('GET', 'asset-types', {
        query: { asset_type_id: value ?? undefined },
      }),
  });
  const [found] = (data?.data ?? []).map(toChoice);
  return (
    <RecordChooser
      label="Type"
      search={TYPES}
      value={value}
      chosen={chosen?.id === value ? chosen : found}
      {...chooser}
    />
  );
}
