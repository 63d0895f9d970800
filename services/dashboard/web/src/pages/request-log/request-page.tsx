import { Anchor, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { LoggedRequestResponse } from '../../../../contract/responses';
import { RecordPage } from '../../records/record-page';
import { Facts } from '../../shown/facts';
import { LoggedText } from '../../shown/logged-text';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { CurrentScopes } from './key-scopes';
import { MarkedBody } from './marked-body';
import { toOperationName } from './operation-name';
import { Refusal } from './refusal';
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
  const { key_id: keyId, key_name: keyName, operation, operation_name: name, body } = request;
  const { error, message, errors } = request;
  const response = { error, message, ...(errors.length > 0 && { errors }) };
  return (
    <Stack gap="lg">
      <Refusal request={request} />
      <Facts
        facts={[
          ['Request ID', request.request_id],
          ['Operation', operation === null ? null : toOperationName(operation)],
          ['Time', <Time value={request.time} hasSeconds />],
          [
            'Key',
            <>
              <TextLink to="/request-log" search={{ key_id: String(keyId) }}>
                {keyName}
              </TextLink>
              <CurrentScopes request={request} />
            </>,
          ],
          ['Method', request.method],
          ['Address', request.address],
          [
            'API reference',
            name && (
              <Anchor href={`/docs#${name}`} target="_blank" size="sm">
                {name}
              </Anchor>
            ),
          ],
          ['Status', <ResponseStatus status={request.status} />],
          ['Error', error],
        ]}
      />
      <div>
        <LoggedText
          name="Request body (first 2 KB, secrets removed)"
          text={body}
          none="Empty, or rejected before the body was read"
          order={2}
        >
          {body && <MarkedBody body={body} fields={errors.map(({ field }) => field)} />}
        </LoggedText>
        {request.status >= 400 && (
          <LoggedText
            name="Response (error, message and field errors)"
            text={message === null ? null : JSON.stringify(response, null, 2)}
            none="Not recorded"
            order={2}
          />
        )}
      </div>
    </Stack>
  );
}
