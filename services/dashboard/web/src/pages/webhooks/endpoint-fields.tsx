import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EVENT_MEANINGS, type WebhookEvent } from '../../../../contract/values';
import { Choices } from '../../forms/choices';

export interface EndpointValues {
  url: string;
  events: WebhookEvent[];
}

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
    <Choices label="Events" choices={EVENT_MEANINGS} {...form.getInputProps('events')} />
  </>
);
