import { Anchor, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { LoggedRequestAnswer } from '../../../../contract/request-log';
import { ask } from '../../server/ask';
import { Facts } from '../../shown/facts';
import { Failure } from '../../shown/failure';
import { LoggedText, readable } from '../../shown/logged-text';
import { Page as PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { operationName } from './operation-name';
import { ResponseStatus } from './response-status';

export function Page() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const { operation } = useSearch({ strict: false }) as { readonly operation?: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['request-log', id, operation],
    queryFn: () => {
      const query = operation === undefined ? '' : `?operation=${encodeURIComponent(operation)}`;
      return ask<LoggedRequestAnswer>('GET', `request-log/${encodeURIComponent(id)}${query}`);
    },
  });
  return (
    <PageFrame name="Request">
      {error && (
        <Failure what="This request" isShown={data !== undefined} error={error} onRetry={refetch} />
      )}
      {data && <Details request={data.data} />}
      {!data && !error && <Skeleton height={240} aria-busy="true" />}
    </PageFrame>
  );
}

function Details({ request }: { readonly request: LoggedRequestAnswer }) {
  const { key_id: keyId, key_name: keyName, operation, body } = request;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Request', request.request_id],
          ['Of the bulk', operation === null ? null : operationName(operation)],
          ['Time', <Time value={request.time} />],
          [
            'Key',
            <Anchor
              component={Link}
              to="/request-log"
              search={{ key_id: String(keyId) } as never}
              size="sm"
            >
              {keyName}
            </Anchor>,
          ],
          ['Method', request.method],
          ['Address', request.address],
          ['Status', <ResponseStatus status={request.status} />],
          ['Error', request.error],
        ]}
      />
      <div>
        <LoggedText
          name="Start of the body, without secrets"
          text={body && readable(body)}
          none="There was none, or the request was refused before it was read."
          order={2}
        />
      </div>
    </Stack>
  );
}
