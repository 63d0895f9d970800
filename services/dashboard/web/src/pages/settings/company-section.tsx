import { Progress, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  LIMIT_MEANINGS,
  type AllowanceAnswer,
  type ChangeCompanyBody,
  type CompanyAnswer,
  type LimitName,
} from '../../../../contract/company';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { sessionQuery } from '../../session/session';
import { Facts } from '../../shown/facts';
import { Failure } from '../../shown/failure';
import { showDone } from '../../shown/messages';
import classes from './company-section.module.css';
import { Section } from './section';

const COMPANY = ['company'];

/** The company's name, zone and country, its plan and its limits; for owners alone. */
export function CompanySection() {
  const { data, error, refetch } = useQuery({
    queryKey: COMPANY,
    queryFn: async () => (await ask<CompanyAnswer>('GET', 'company')).data,
  });
  return (
    <>
      <Section name="Company" about="Times are in this zone, and written as in this country.">
        {error && !data && (
          <Failure what="The company" error={error} onRetry={() => void refetch()} />
        )}
        {data ? <CompanyForm company={data} /> : !error && <Skeleton height={220} />}
      </Section>
      <Section
        name="Plan and limits"
        about="Your platform's operator changes these. Days begin at midnight UTC."
      >
        {data ? <Limits company={data} /> : !error && <Skeleton height={220} />}
      </Section>
    </>
  );
}

const zones = (own: string): string[] => [
  ...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')]),
];

/** Codes of the regions that have a name of their own. */
function countries(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      const label = OF_NOBODY.has(value) ? undefined : names.of(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** Codes that are named in browsers, and belong to no country. */
const OF_NOBODY = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const COUNTRIES = countries();

function CompanyForm({
  company: { name, timezone, country },
}: {
  readonly company: CompanyAnswer;
}) {
  const initialValues: Required<ChangeCompanyBody> = { name, timezone, country };
  const state = useRequestForm({
    initialValues,
    send: (body) => ask<CompanyAnswer>('PATCH', 'company', { body }),
    done: ({ data }) => {
      showDone('The company is saved.');
      queryClient.setQueryData(COMPANY, data);
      void queryClient.invalidateQueries(sessionQuery);
    },
  });
  const { getInputProps } = state.form;
  return (
    <RequestForm state={state} submitName="Save">
      <TextInput label="Company name" autoComplete="organization" {...getInputProps('name')} />
      <Select
        label="Time zone"
        data={zones(timezone)}
        searchable
        allowDeselect={false}
        {...getInputProps('timezone')}
      />
      <Select
        label="Country"
        data={COUNTRIES}
        searchable
        allowDeselect={false}
        {...getInputProps('country')}
      />
    </RequestForm>
  );
}

const inTitleCase = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function Limits({ company }: { readonly company: CompanyAnswer }) {
  const { plan, features, limits, allowances } = company;
  const names = Object.keys(LIMIT_MEANINGS) as LimitName[];
  return (
    <Stack gap="md" className={classes['limits']}>
      <Used name="Reads today" allowance={allowances.reads_per_day} />
      <Used name="Writes today" allowance={allowances.writes_per_day} />
      <Facts
        facts={[
          ['Plan', inTitleCase(plan)],
          ['Features', features.map(inTitleCase).join(', ') || 'None'],
          ...names.map((limit) => [LIMIT_MEANINGS[limit], numberOf(limits[limit])] as const),
        ]}
      />
    </Stack>
  );
}

const numberOf = (value: number): string => value.toLocaleString('en');

function Used({ name, allowance }: { readonly name: string; readonly allowance: AllowanceAnswer }) {
  const { used, limit } = allowance;
  const percent = limit === 0 ? 100 : Math.min((100 * used) / limit, 100);
  return (
    <div>
      <Text size="sm" mb={4}>
        {name}: {numberOf(used)} of {numberOf(limit)}
      </Text>
      <Progress value={percent} color={percent >= 90 ? 'red' : undefined} aria-label={name} />
    </div>
  );
}
