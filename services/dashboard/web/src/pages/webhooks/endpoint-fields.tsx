import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EVENT_MEANINGS, type WebhookEvent } from '../../../../contract/values';
import { groupChoices, GroupedChoices } from '../../forms/grouped-choices';

export interface EndpointValues {
  name: string;
  url: string;
  events: WebhookEvent[];
}

const EVENTS = groupChoices(EVENT_MEANINGS, {
  job: 'Jobs',
  invoice: 'Invoices',
  customer: 'Customers',
  service_request: 'Service requests',
  asset: 'Assets',
  inventory: 'Inventory',
  technician: 'Technicians',
});

export const EndpointFields = ({ form }: { readonly form: UseFormReturnType<EndpointValues> }) => (
  <>
    <TextInput
      label="Address"
      description="A public https address. Private networks are not allowed."
      type="url"
      placeholder="https://"
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('url')}
    />
    <TextInput
      label="Name"
      description="Optional. Lists show it instead of the address."
      autoComplete="off"
      {...form.getInputProps('name')}
    />
    <GroupedChoices
      label="Events"
      groups={EVENTS}
      columns={2}
      hasSearch
      {...form.getInputProps('events')}
    />
  </>
);
