import { Button, Code, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiKeyResponse, ListedApiKeyResponse } from '../../../../contract/responses';
import { SCOPE_GRANTS } from '../../../../contract/values';
import { Sparkline } from '../../charts/sparkline';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { useMode } from '../../session/mode';
import { PageFrame } from '../../shown/page';
import { formatCount } from '../../shown/format-count';
import { Time, useTimes } from '../../shown/times';
import { useNow } from '../../shown/use-now';
import { TextLink } from '../../shown/text-link';
import { None } from '../../shown/none';
import classes from './api-keys-page.module.css';
import { EditScopesDialog } from './edit-scopes-dialog';
import { KeyRequestsChart } from './key-requests-chart';
import { MODE_NAMES } from './key-modes';
import { NewKeyDialog } from './new-key-dialog';
import { RollKeyDialog } from './roll-key-dialog';
import { RevokeKeyDialog } from './revoke-key-dialog';

const ACTIONS = [
  ['edit', 'Edit scopes'],
  ['roll', 'Roll key'],
  ['revoke', 'Revoke key'],
] as const;

type Open =
  | { readonly dialog: (typeof ACTIONS)[number][0]; readonly key: ApiKeyResponse }
  | { dialog: 'new' };

export default function ApiKeysPage() {
  const keys = useRecords<ListedApiKeyResponse, 'id'>('api-keys', ['id']);
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const actions = (
    <>
      {keys.isFiltered && (
        <Button variant="default" onClick={keys.clearFilters}>
          Show all keys
        </Button>
      )}
      <Button onClick={() => setOpen({ dialog: 'new' })}>New key</Button>
    </>
  );
  return (
    <PageFrame name="API keys" actions={actions}>
      <RecordTable
        name="API keys"
        records={keys}
        columns={[
          { name: 'Name', cell: ({ name }) => name, width: '16%' },
          {
            name: 'Key',
            cell: ({ mode, last4 }) => (
              <Code className={classes['key']}>{`svc_${mode}_…${last4}`}</Code>
            ),
          },
          { name: 'Mode', cell: ({ mode }) => MODE_NAMES[mode] },
          { name: 'Scopes', cell: (key) => <Scopes {...key} />, width: '30%' },
          { name: 'Requests', cell: (key) => <MonthOfRequests {...key} /> },
          { name: 'Last used', cell: (key) => <LastUse {...key} /> },
          { name: 'Created', cell: (key) => <Life {...key} /> },
        ]}
        actions={(key) =>
          ACTIONS.map(([dialog, name]) => (
            <Button
              key={dialog}
              size="compact-xs"
              variant="default"
              onClick={() => setOpen({ dialog, key })}
            >
              {name}
            </Button>
          ))
        }
        getKey={(key) => key.id}
        empty="No keys yet. Create a key to connect an app."
      />
      <KeyRequestsChart />
      {open?.dialog === 'new' && <NewKeyDialog onClose={close} />}
      {open?.dialog === 'edit' && <EditScopesDialog apiKey={open.key} onClose={close} />}
      {open?.dialog === 'roll' && <RollKeyDialog apiKey={open.key} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeKeyDialog apiKey={open.key} onClose={close} />}
    </PageFrame>
  );
}

const MonthOfRequests = ({ name, requests_by_day: days }: ListedApiKeyResponse) => {
  const total = days.reduce((sum, each) => sum + each, 0);
  const count = formatCount(total, 'request', 'requests');
  return <Sparkline name={`${name}: ${count} in 30 days`} values={days} />;
};

const UNUSED_DAYS = 90;
const DAY_MS = 86_400_000;

const Life = ({ created_at: created, expires_at: expiry }: ApiKeyResponse) => {
  const { moment } = useTimes();
  const hasExpired = useNow() >= Date.parse(expiry ?? '');
  return (
    <>
      <Time value={created} isDate />
      {expiry !== null && (
        <Text size="xs" c="dimmed">
          {hasExpired ? 'Expired' : 'Expires'} {moment(expiry)}
        </Text>
      )}
    </>
  );
};

const LastUse = (key: ListedApiKeyResponse) => {
  const shownMode = useMode();
  const { id, name, mode, last_used_at: at, has_refused_requests: hasRefused } = key;
  const unusedMs = useNow() - Date.parse(at ?? key.created_at);
  return (
    <>
      {at === null ? <None>Never</None> : <Time value={at} />}
      {unusedMs >= UNUSED_DAYS * DAY_MS && (
        <Text size="xs" c="dimmed">
          Not used for {UNUSED_DAYS} days
        </Text>
      )}
      {hasRefused && mode === shownMode && (
        <TextLink
          to="/request-log"
          search={{ key_id: String(id) }}
          size="xs"
          display="block"
          aria-label={`Refused requests of ${name}`}
        >
          Refused requests
        </TextLink>
      )}
    </>
  );
};

const ALL_SCOPES = Object.keys(SCOPE_GRANTS).length;

const Scopes = ({ scopes, ip_allowlist: from }: ApiKeyResponse) => (
  <>
    <Text inherit>{scopes.length === ALL_SCOPES ? 'All' : scopes.join(', ')}</Text>
    {from.length > 0 && (
      <Text size="xs" c="dimmed">
        From {from.join(', ')}
      </Text>
    )}
  </>
);
