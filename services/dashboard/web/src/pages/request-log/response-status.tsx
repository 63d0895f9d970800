import { Status } from '../../shown/status';

export const ResponseStatus = ({ status }: { readonly status: number }) => (
  <Status color={status < 500 ? 'yellow' : 'red'}>{String(status)}</Status>
);
