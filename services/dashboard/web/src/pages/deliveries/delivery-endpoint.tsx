import type { ListedDeliveryResponse } from '../../../../contract/responses';
import { Breakable } from '../../shown/breakable';
import { None } from '../../shown/none';

interface DeliveryEndpointProps {
  readonly delivery: Pick<
    ListedDeliveryResponse,
    'endpoint_name' | 'endpoint_url' | 'endpoint_deleted'
  >;
}

export function DeliveryEndpoint({ delivery }: DeliveryEndpointProps) {
  const { endpoint_name: name, endpoint_url: url, endpoint_deleted: isDeleted } = delivery;
  if (url === null) return <None>Deleted</None>;
  return (
    <>
      <Breakable text={name ?? url} />
      {isDeleted && <None> (deleted)</None>}
    </>
  );
}
