import type { EndpointResponse } from '../../../../contract/responses';
import { Status } from '../../shown/status';

export const EndpointStatus = ({ status }: Pick<EndpointResponse, 'status'>) => (
  <Status color={status === 'on' ? 'green' : 'gray'}>{status === 'on' ? 'On' : 'Off'}</Status>
);
