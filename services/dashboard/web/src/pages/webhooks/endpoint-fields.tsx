import { TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EVENT_MEANINGS, type WebhookEvent } from '../../../../contract/values';
import { groupChoices, GroupedChoices } from '../../forms/grouped-choices';
import { ListFields } from '../../forms/list-fields';

export interface EndpointValues {
  name: string;
  url: string;
  events: WebhookEvent[];
  headers: { name: string; value: string }[];
  conditions: { field: string; in: string[] }[];
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
    <ListFields
      form={form}
      name="headers"
      legend="Headers"
      one="header"
      onAdd={() => form.insertListItem('headers', { name: '', value: '' })}
    >
      {(at) => (
        <>
          <TextInput
            label="Header"
            aria-label={`Header ${at + 1}`}
            placeholder="Authorization"
            autoComplete="off"
            flex={1}
            {...form.getInputProps(`headers.${at}.name`)}
          />
          <TextInput
            label="Value"
            aria-label={`Value of header ${at + 1}`}
            autoComplete="off"
            flex={2}
            {...form.getInputProps(`headers.${at}.value`)}
          />
        </>
      )}
    </ListFields>
    <ListFields
      form={form}
      name="conditions"
      legend="Conditions"
      one="condition"
      onAdd={() => form.insertListItem('conditions', { field: '', in: [] })}
    >
      {(at) => (
        <>
          <TextInput
            label="Field"
            aria-label={`Field of condition ${at + 1}`}
            placeholder="data.object.job_status"
            autoComplete="off"
            flex={1}
            {...form.getInputProps(`conditions.${at}.field`)}
          />
          <TagsInput
            label="Is one of"
            aria-label={`Values of condition ${at + 1}`}
            flex={1}
            {...form.getInputProps(`conditions.${at}.in`)}
          />
        </>
      )}
    </ListFields>
  </>
);
