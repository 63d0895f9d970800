import { Select, Skeleton, TextInput, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CompanyResponse } from '../../../../contract/responses';
import type { ChangeMeBody } from '../../../../contract/bodies';
import { mayUse } from '../../../../contract/rights';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { request } from '../../server/request';
import { queryClient } from '../../server/query-client';
import { RequestError } from '../../server/request-error';
import { sessionQuery, useSession } from '../../session/session';
import { FailureAlert } from '../../shown/failure-alert';
import { showDone } from '../../shown/messages';
import { companyQuery, timezonesQuery } from './company';
import { COUNTRIES } from './places';
import { SettingsSection } from './section';

export function ProfileSection() {
  const { user } = useSession();
  const isOwner = mayUse(user.role, 'company_settings');
  const { data, error, refetch } = useQuery({ ...companyQuery, enabled: isOwner });
  return (
    <SettingsSection
      name={isOwner ? 'You and your company' : 'You'}
      about={`You sign in as ${user.email}.${isOwner ? " All times use the company's time zone." : ''}`}
    >
      {error && !data && <FailureAlert what="the company" error={error} onRetry={refetch} />}
      {(!isOwner || data) && <ProfileForm company={data} />}
      {isOwner && !data && !error && <Skeleton height={300} aria-busy="true" />}
    </SettingsSection>
  );
}

interface CompanyValues {
  company_name: string;
  timezone: string;
  country: string;
}

type ProfileValues = ChangeMeBody & Partial<CompanyValues>;

const companyValues = ({ name, timezone, country }: CompanyResponse): CompanyValues => ({
  company_name: name,
  timezone,
  country,
});

function ProfileForm({ company }: { readonly company: CompanyResponse | undefined }) {
  const { user } = useSession();
  const timezones = useQuery({ ...timezonesQuery, enabled: company !== undefined });
  const initialValues: ProfileValues = {
    name: user.name,
    ...(company && companyValues(company)),
  };

  async function send(
    { name }: ProfileValues,
    { name: newName, ...changes }: Partial<ProfileValues>,
  ): Promise<void> {
    const isOfCompany = Object.keys(changes).length > 0;
    if (newName !== undefined || !isOfCompany) {
      await request('PATCH', 'me', { body: { name } satisfies ChangeMeBody });
      showDone('Name saved.');
    }
    if (isOfCompany) {
      queryClient.setQueryData(companyQuery.queryKey, await saveCompany(changes));
      showDone('Company saved.');
    }
  }

  const state = useRequestForm({
    initialValues,
    send,
    done: () => void queryClient.invalidateQueries(sessionQuery),
  });
  const { getInputProps } = state.form;
  return (
    <RequestForm state={state} submitName="Save">
      <TextInput label="Name" autoComplete="name" {...getInputProps('name')} />
      {company && (
        <>
          <TextInput
            label="Company name"
            autoComplete="organization"
            {...getInputProps('company_name')}
          />
          <LongSelect
            label="Time zone"
            data={[...new Set([company.timezone, ...(timezones.data ?? [])])]}
            {...getInputProps('timezone')}
          />
          <LongSelect label="Country" data={COUNTRIES} {...getInputProps('country')} />
        </>
      )}
    </RequestForm>
  );
}

/** Hundreds of options are rendered on focus only, for speed. */
function LongSelect({ onFocus, ...select }: SelectProps) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Select
      searchable
      allowDeselect={false}
      comboboxProps={{ keepMounted: isWanted }}
      onFocus={(event) => {
        setWanted(true);
        onFocus?.(event);
      }}
      {...select}
    />
  );
}

/** Both names are called `name` in the API; the company's errors belong to `company_name`. */
async function saveCompany({
  company_name: name,
  ...places
}: Partial<CompanyValues>): Promise<CompanyResponse> {
  try {
    const body = name === undefined ? places : { name, ...places };
    return (await request<CompanyResponse>('PATCH', 'company', { body })).data;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { status, code, message, fields, requestId } = error;
    const renamed = fields.map((each) =>
      each.field === 'name' ? { ...each, field: 'company_name' } : each,
    );
    throw new RequestError(status, code, message, renamed, requestId);
  }
}
