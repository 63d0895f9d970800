import { Status } from '../../shown/status';

/** The status of an answer: yellow where the request was refused, red where it failed. */
export const ResponseStatus = ({ status }: { readonly status: number }) => (
  <Status color={status < 500 ? 'yellow' : 'red'}>{String(status)}</Status>
);
