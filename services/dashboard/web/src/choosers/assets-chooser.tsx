import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { ListedAssetResponse } from '../../../contract/responses';
import {
  toEmptyText,
  toOption,
  createSearch,
  useSearchedChoices,
  type Choice,
} from './record-chooser';

export const toAssetChoice = (asset: {
  readonly asset_id: number;
  readonly asset_tag: string | null;
  readonly asset_name: string | null;
}): Choice => ({
  id: asset.asset_id,
  name: [asset.asset_tag ?? `Asset ${asset.asset_id}`, asset.asset_name].filter(Boolean).join(' '),
});

const ASSETS = createSearch<ListedAssetResponse>('v1/assets', toAssetChoice);

interface AssetsChooserProps {
  readonly 'value'?: readonly number[];
  readonly 'onChange'?: (assetIds: number[]) => void;
  readonly 'error'?: React.ReactNode;
  readonly 'chosen'?: readonly Choice[];
  /** Binds the field to its form. */
  readonly 'data-path'?: string;
}

export function AssetsChooser({
  value = [],
  onChange,
  error,
  chosen = [],
  'data-path': path,
}: AssetsChooserProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly Choice[]>(chosen);
  const assets = useSearchedChoices(ASSETS, text);
  const found = assets.data ?? [];
  const known = new Map([...found, ...picked, ...chosen].map((each) => [each.id, each]));
  const selected = value.flatMap((id) => known.get(id) ?? []);
  const offered = [...selected, ...found.filter(({ id }) => !value.includes(id))];
  return (
    <MultiSelect
      label="Assets"
      description="Optional. Search by tag, name or serial number."
      data-path={path}
      data={offered.map(toOption)}
      value={value.map(String)}
      onChange={(ids) => {
        setPicked(ids.flatMap((id) => known.get(Number(id)) ?? []));
        setText('');
        onChange?.(ids.map(Number));
      }}
      searchable
      hidePickedOptions
      // The server has filtered them already.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={toEmptyText(assets)}
      error={error}
    />
  );
}
