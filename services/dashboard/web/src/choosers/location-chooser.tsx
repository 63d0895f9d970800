import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerAnswer, LocationAnswer } from '../../../contract/answers';
import {
  RecordChooser,
  searchIn,
  useSearchedChoices,
  type Choice,
  type Search,
} from './record-chooser';

const CUSTOMERS = searchIn<Pick<CustomerAnswer, 'customer_id' | 'customer_name'>>(
  'v1/customers',
  ({ customer_id: id, customer_name: name }) => ({ id, name }),
);

const choiceOf = ({ location_id: id, location_name: name, ...address }: LocationAnswer) => ({
  id,
  name: `${name}, ${address.address_street}, ${address.address_city}`,
});

const NONE: Search = { key: [], find: async () => [] };

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
  const locations =
    customerId === null ? NONE : searchIn(`customers/${customerId}/locations`, choiceOf);
  const { data: found, isPlaceholderData: isOfAnother } = useSearchedChoices(locations, '');
  const [only] = found?.length === 1 && !isOfAnother ? found : [];
  const takeOnly = useEffectEvent(() => {
    if (value === null && only) onChange?.(only.id);
  });
  useEffect(() => takeOnly(), [value, only?.id]);
  return (
    <>
      <RecordChooser
        label="Customer"
        // Without a customer the location cannot be chosen: what is missing is here.
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
        // Nothing that was typed or found for one customer is there for the next.
        key={customerId}
        label="Location"
        data-path={customerId === null ? undefined : path}
        search={locations}
        value={value}
        chosen={customerId === customer?.id ? location : undefined}
        onChange={(id) => onChange?.(id)}
        disabled={customerId === null}
        placeholder={customerId === null ? 'Choose the customer first' : undefined}
        error={error}
      />
    </>
  );
}
