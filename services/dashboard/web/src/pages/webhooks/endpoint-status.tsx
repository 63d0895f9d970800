import type { EndpointAnswer } from '../../../../contract/answers';
import { Status } from '../../shown/status';

export const EndpointStatus = ({ status }: Pick<EndpointAnswer, 'status'>) => (
  <Status color={status === 'on' ? 'green' : 'gray'}>{status === 'on' ? 'On' : 'Off'}</Status>
);
