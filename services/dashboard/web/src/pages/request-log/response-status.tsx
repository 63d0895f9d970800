import { StatusBadge } from '../../shown/status';

export function ResponseStatus({ status }: { readonly status: number }) {
  const failed = status < 500 ? 'yellow' : 'red';
  return <StatusBadge color={status < 400 ? 'green' : failed}>{String(status)}</StatusBadge>;
}
