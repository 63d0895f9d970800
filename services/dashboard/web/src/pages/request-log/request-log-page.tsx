import { Box, Text } from '@mantine/core';
import type { LoggedRequestResponse } from '../../../../contract/responses';
import { RecordTable } from '../../records/record-table';
import { useRecords } from '../../records/use-records';
import { Breakable } from '../../shown/breakable';
import { PageFrame } from '../../shown/page';
import { Time } from '../../shown/times';
import { TextLink } from '../../shown/text-link';
import { toOperationName } from './operation-name';
import { RejectionsChart } from './rejections-chart';
import { LOG_FILTERS, LogFilters, type LogFilter } from './log-filters';
import { ResponseStatus } from './response-status';
import { summarizeRefusal } from './summarize-refusal';

export default function RequestLogPage() {
  const requests = useRecords<LoggedRequestResponse, LogFilter>('request-log', LOG_FILTERS);
  return (
    <PageFrame
      name="Request log"
      about="Requests with your API keys that were rejected or failed in the last 7 days, and accepted ones with a parameter or field that was ignored: each name once an hour."
    >
      <Box visibleFrom="sm">
        <RejectionsChart />
      </Box>
      <LogFilters records={requests} />
      <RecordTable
        name="Request log"
        records={requests}
        columns={[
          { name: 'Time', cell: (request) => <TimeAndId {...request} />, width: '23%' },
          {
            name: 'Error',
            cell: (request) => <Reason {...request} />,
            width: '28%',
            phone: 'line',
          },
          { name: 'Method', cell: ({ method }) => method, phone: 'plain' },
          {
            name: 'Address',
            phone: 'plain',
            cell: ({ address }) => <Breakable text={address} />,
            isAddress: true,
            width: '25%',
          },
          { name: 'Status', cell: ({ status }) => <ResponseStatus status={status} /> },
          { name: 'Key', cell: ({ key_name: name }) => name, phone: 'hidden' },
        ]}
        getKey={({ request_id: id, operation }) => `${id} ${operation ?? ''}`}
        empty="No failed requests in the last 7 days, and nothing ignored."
      />
    </PageFrame>
  );
}

const Reason = (request: LoggedRequestResponse) => (
  <>
    <Breakable text={request.error ?? ''} />
    <Text size="xs" c="dimmed" lineClamp={2}>
      {summarizeRefusal(request)}
    </Text>
  </>
);

/** One column for both, because the longest error code leaves no room for a 30-character id. */
const TimeAndId = ({ time, request_id: id, operation }: LoggedRequestResponse) => (
  <>
    <Time value={time} hasSeconds />
    <br />
    <TextLink
      to={`/request-log/${id}`}
      search={operation === null ? {} : { operation: String(operation) }}
      size="xs"
      data-row-link
    >
      {id}
      {operation !== null && (
        <>
          <br />
          {toOperationName(operation)}
        </>
      )}
    </TextLink>
  </>
);
