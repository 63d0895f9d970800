import { StatusBadge } from '../../shown/status';

export const ResponseStatus = ({ status }: { readonly status: number }) => (
  <StatusBadge color={status < 500 ? 'yellow' : 'red'}>{String(status)}</StatusBadge>
);
