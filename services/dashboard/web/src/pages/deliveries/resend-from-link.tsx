import { useNavigate, useSearch } from '@tanstack/react-router';
import { ResendFailedDialog } from './resend-failed-dialog';

/** Opens the dialog if the page was reached by a notice's link, with the link's time and endpoint. */
export function ResendFromLink() {
  const navigate = useNavigate();
  const { resend_since: since, ...search } = useSearch({ strict: false }) as {
    readonly resend_since?: string;
    readonly endpoint_id?: string;
  };
  if (since === undefined || Number.isNaN(Date.parse(since))) return null;
  return (
    <ResendFailedDialog
      endpointId={search.endpoint_id}
      since={since}
      onClose={() => void navigate({ to: '.', search: search as never, replace: true })}
    />
  );
}
