import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ask } from '../server/ask';
import { nothingFound, RecordChooser, type Choice, type Search } from './record-chooser';

const MOST = 25;
/** As many as a list of the API has. */
const MOST_LOCATIONS = 100;

const CUSTOMERS: Search = {
  key: ['v1/customers'],
  async find(search) {
    const query = { search, per_page: MOST };
    const { data } = await ask<CustomerAnswer[]>('GET', 'v1/customers', { query });
    return data.map(({ customer_id: id, customer_name: name }) => ({ id, name }));
  },
};

interface CustomerAnswer {
  readonly customer_id: number;
  readonly customer_name: string;
}

interface LocationAnswer {
  readonly location_id: number;
  readonly location_name: string;
  readonly address_street: string;
  readonly address_city: string;
}

interface LocationChooserProps {
  readonly 'value'?: number | null;
  readonly 'onChange'?: (locationId: number | null) => void;
  readonly 'error'?: React.ReactNode;
  /** Where the location is chosen already. */
  readonly 'customer'?: Choice | undefined;
  readonly 'location'?: Choice | undefined;
  /** Binds the field to its form. */
  readonly 'data-path'?: string;
}

/** Chooses a customer, and then one of the customer's locations; the only one by itself. */
export function LocationChooser({
  value = null,
  onChange,
  error,
  customer,
  location,
  'data-path': path,
}: LocationChooserProps) {
  const [customerId, setCustomerId] = useState(customer?.id ?? null);
  const locations = useQuery({
    queryKey: ['v1/customers', customerId, 'locations'],
    enabled: customerId !== null,
    queryFn: async () => {
      const query = { id: customerId ?? undefined, locations: 1, per_page: MOST_LOCATIONS };
      return (await ask<LocationAnswer[]>('GET', 'v1/customers', { query })).data;
    },
  });
  const found = (locations.data ?? []).map((each) => ({
    value: String(each.location_id),
    label: `${each.location_name}, ${each.address_street}, ${each.address_city}`,
  }));
  const isKnown = found.some((each) => each.value === String(location?.id));
  const own = location && customerId === customer?.id && !isKnown;
  const options = own ? [{ value: String(location.id), label: location.name }, ...found] : found;
  const only = found.length === 1 ? Number(found[0]?.value) : undefined;
  const takeOnly = useEffectEvent(() => {
    if (value === null && only !== undefined) onChange?.(only);
  });
  useEffect(() => takeOnly(), [value, only]);
  return (
    <>
      <RecordChooser
        label="Customer"
        search={CUSTOMERS}
        value={customerId}
        chosen={customer}
        onChange={(id) => {
          setCustomerId(id);
          onChange?.(null);
        }}
      />
      <Select
        label="Location"
        data-path={path}
        data={options}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange?.(id === null ? null : Number(id))}
        disabled={customerId === null}
        searchable
        nothingFoundMessage={nothingFound(locations)}
        placeholder={customerId === null ? 'Choose the customer first' : undefined}
        error={error}
      />
    </>
  );
}
