import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CalendarLinkResponse,
  NewCalendarLinkResponse,
  TechnicianResponse,
} from '../../../../contract/responses';
import { ConfirmDialog } from '../../forms/confirm-dialog';
import { DialogButton } from '../../forms/dialog-button';
import { finishDialog } from '../../forms/finish-dialog';
import { SecretDialog } from '../../forms/secret-dialog';
import { reloadRecords } from '../../live/reload-records';
import { request } from '../../server/request';
import { useMayUse } from '../../session/may-use';
import { QueryFailure } from '../../shown/failure-alert';
import { Section } from '../../shown/section';
import { Time } from '../../shown/times';

interface TechnicianProps {
  readonly technician: TechnicianResponse;
}

const getPath = ({ technician_id: id }: TechnicianResponse): string =>
  `technicians/${id}/calendar-link`;

const getQueryKey = ({ technician_id: id }: TechnicianResponse) => ['technicians', 'calendar', id];

/** A secret address that calendar apps read the technician's jobs from. */
export function CalendarSection({ technician }: TechnicianProps) {
  const mayChange = useMayUse()('change_technicians');
  const query = useQuery({
    queryKey: getQueryKey(technician),
    queryFn: async () => (await request<CalendarLinkResponse>('GET', getPath(technician))).data,
  });
  const created = query.data?.created_at;
  if (!created && !mayChange) return null;
  return (
    <Section name="Calendar">
      <QueryFailure what="the calendar link" query={query} />
      <Text size="sm" mb="xs">
        Google Calendar, Outlook and Apple Calendar can subscribe to this technician's jobs, from 30
        days ago to 180 days ahead.
        {created && (
          <>
            {' '}
            The link was created <Time value={created} />.
          </>
        )}
      </Text>
      {query.data && (
        <Group gap="xs">
          <DialogButton
            name={created ? 'New calendar link' : 'Create calendar link'}
            right="change_technicians"
            dialog={(close) => (
              <NewLinkDialog technician={technician} hasLink={!!created} onClose={close} />
            )}
          />
          {created && (
            <DialogButton
              name="Revoke calendar link"
              right="change_technicians"
              dialog={(close) => <RevokeLinkDialog technician={technician} onClose={close} />}
            />
          )}
        </Group>
      )}
    </Section>
  );
}

interface DialogProps extends TechnicianProps {
  readonly onClose: () => void;
}

function NewLinkDialog({
  technician,
  hasLink,
  onClose,
}: DialogProps & { readonly hasLink: boolean }) {
  const [url, setUrl] = useState<string>();
  if (url !== undefined) {
    return (
      <SecretDialog title="Calendar link" label="Address" secret={url} onClose={onClose}>
        You will not see this address again. Anyone who has it can read the technician's jobs.
      </SecretDialog>
    );
  }
  return (
    <ConfirmDialog
      title={hasLink ? 'Replace the calendar link?' : 'Create a calendar link?'}
      confirmName="Create link"
      send={() => request<NewCalendarLinkResponse>('POST', getPath(technician))}
      done={({ data }) => {
        setUrl(data.url);
        void reloadRecords('technician');
      }}
      onClose={onClose}
    >
      {hasLink
        ? 'The present link stops working at once.'
        : "Anyone who has the link can read the technician's jobs, until you revoke it."}
    </ConfirmDialog>
  );
}

function RevokeLinkDialog({ technician, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Revoke the calendar link?"
      confirmName="Revoke link"
      send={() => request('DELETE', getPath(technician))}
      done={() => finishDialog(onClose, 'Calendar link revoked.', 'technician')}
      onClose={onClose}
    >
      Calendar apps can no longer read the technician's jobs.
    </ConfirmDialog>
  );
}
