import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Scope, SCOPE_GRANTS } from '../../../../contract/values';
import { MomentInput } from '../../forms/moment-input';
import { groupChoices, GroupedChoices } from '../../forms/grouped-choices';

export interface KeyFieldValues {
  scopes: Scope[];
  /** One address or range per line. */
  ip_allowlist: string;
  /** ISO 8601; empty if the key does not expire. */
  expires_at: string;
}

const SCOPES = groupChoices(SCOPE_GRANTS, {
  jobs: 'Jobs',
  customers: 'Customers',
  assets: 'Assets',
  inventory: 'Inventory',
  technicians: 'Technicians',
  webhooks: 'Webhooks',
});

interface KeyFieldsProps<Values extends KeyFieldValues> {
  readonly form: UseFormReturnType<Values>;
}

export function KeyFields<Values extends KeyFieldValues>({ form }: KeyFieldsProps<Values>) {
  return (
    <>
      <GroupedChoices
        label="Scopes"
        groups={SCOPES}
        columns={3}
        {...form.getInputProps('scopes')}
      />
      <Textarea
        label="Allowed addresses"
        description="One IP address or CIDR range per line. Leave empty to allow all."
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('ip_allowlist')}
      />
      <MomentInput label="Expires (empty for never)" {...form.getInputProps('expires_at')} />
    </>
  );
}

export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
