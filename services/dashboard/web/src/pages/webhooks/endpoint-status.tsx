import type { EndpointResponse } from '../../../../contract/responses';
import { StatusBadge } from '../../shown/status';

export const EndpointStatusBadge = ({ status }: Pick<EndpointResponse, 'status'>) => (
  <StatusBadge color={status === 'on' ? 'green' : 'gray'}>
    {status === 'on' ? 'On' : 'Off'}
  </StatusBadge>
);
