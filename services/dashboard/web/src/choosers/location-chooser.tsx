import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerResponse, LocationResponse } from '../../../contract/responses';
import {
  RecordChooser,
  createSearch,
  useSearchedChoices,
  type Choice,
  type ChoiceSearch,
} from './record-chooser';

const CUSTOMERS = createSearch<Pick<CustomerResponse, 'customer_id' | 'customer_name'>>(
  'v1/customers',
  ({ customer_id: id, customer_name: name }) => ({ id, name }),
);

export const toLocationChoice = ({
  location_id: id,
  location_name: name,
  ...address
}: LocationResponse) => ({
  id,
  name: `${name}, ${address.address_street}, ${address.address_city}`,
});

const NONE: ChoiceSearch = { key: [], find: async () => [] };

interface LocationChooserProps {
  readonly 'value'?: number | null;
  readonly 'onChange'?: (locationId: number | null) => void;
  readonly 'error'?: React.ReactNode;
  readonly 'customer'?: Choice | undefined;
  readonly 'location'?: Choice | undefined;
  readonly 'data-path'?: string;
}

export function LocationChooser({
  value = null,
  onChange,
  error,
  customer,
  location,
  'data-path': path,
}: LocationChooserProps) {
  const [customerId, setCustomerId] = useState(customer?.id ?? null);
  const locations =
    customerId === null
      ? NONE
      : createSearch(`customers/${customerId}/locations`, toLocationChoice);
  const { data: found, isPlaceholderData: isOfAnother } = useSearchedChoices(locations, '');
  const [only] = found?.length === 1 && !isOfAnother ? found : [];
  const chooseOnly = useEffectEvent(() => {
    if (value === null && only) onChange?.(only.id);
  });
  useEffect(() => chooseOnly(), [value, only?.id]);
  return (
    <>
      <RecordChooser
        label="Customer"
        // A missing location is reported here as long as no customer is chosen.
        data-path={customerId === null ? path : undefined}
        search={CUSTOMERS}
        value={customerId}
        chosen={customer}
        onChange={(id) => {
          setCustomerId(id);
          onChange?.(null);
        }}
      />
      <RecordChooser
        // Resets the search when the customer changes.
        key={customerId}
        label="Location"
        data-path={customerId === null ? undefined : path}
        search={locations}
        value={value}
        chosen={customerId === customer?.id ? location : undefined}
        onChange={(id) => onChange?.(id)}
        disabled={customerId === null}
        placeholder={customerId === null ? 'Choose a customer first' : undefined}
        error={error}
      />
    </>
  );
}
