import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { LoggedRequestResponse } from '../../../../contract/responses';
import { RecordPage } from '../../records/record-page';
import { Facts } from '../../shown/facts';
import { LoggedText, formatJson } from '../../shown/logged-text';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { toOperationName } from './operation-name';
import { ResponseStatus } from './response-status';

export default function RequestPage() {
  const { operation } = useSearch({ strict: false }) as { readonly operation?: string };
  return (
    <RecordPage<LoggedRequestResponse>
      kind="Request"
      path="request-log"
      query={{ operation }}
      getName={({ method, address }) => `${method} ${address}`}
    >
      {(request) => <Details request={request} />}
    </RecordPage>
  );
}

function Details({ request }: { readonly request: LoggedRequestResponse }) {
  const { key_id: keyId, key_name: keyName, operation, body } = request;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Request ID', request.request_id],
          ['Operation', operation === null ? null : toOperationName(operation)],
          ['Time', <Time value={request.time} />],
          [
            'Key',
            <TextLink to="/request-log" search={{ key_id: String(keyId) }}>
              {keyName}
            </TextLink>,
          ],
          ['Method', request.method],
          ['Address', request.address],
          ['Status', <ResponseStatus status={request.status} />],
          ['Error', request.error],
        ]}
      />
      <div>
        <LoggedText
          name="Request body (first 2 KB, secrets removed)"
          text={body && formatJson(body)}
          none="Empty, or rejected before the body was read"
          order={2}
        />
      </div>
    </Stack>
  );
}
