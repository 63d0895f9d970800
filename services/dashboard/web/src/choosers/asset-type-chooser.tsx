import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { AssetTypeResponse } from '../../../contract/responses';
import { ask } from '../server/ask';
import { RecordChooser, searchIn, type Choice } from './record-chooser';

const choiceOf = (type: AssetTypeResponse): Choice => ({
  id: type.asset_type_id,
  name: type.asset_type_name,
});

const TYPES = searchIn('asset-types', choiceOf);

type AssetTypeChooserProps = Omit<ComponentProps<typeof RecordChooser>, 'search'>;

/** Loads the name of the chosen type when only its id is known. */
export function AssetTypeChooser({ value = null, chosen, ...chooser }: AssetTypeChooserProps) {
  const { data } = useQuery({
    queryKey: ['asset-types', value],
    enabled: value !== null && chosen?.id !== value,
    queryFn: () =>
      ask<AssetTypeResponse[]>('GET', 'asset-types', {
        query: { asset_type_id: value ?? undefined },
      }),
  });
  const [found] = (data?.data ?? []).map(choiceOf);
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
