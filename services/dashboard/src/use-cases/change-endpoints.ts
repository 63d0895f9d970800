import type {
  ChangeEndpointBody,
  EndpointAnswer,
  EndpointSecretAnswer,
  EndpointStateAnswer,
  NewEndpointBody,
} from '../../contract/webhooks';
import type { Asker } from '../owners/owners';
import type { Dependencies } from './dependencies';
import { getEndpoint } from './show-endpoints';

/** A new endpoint with its secret, which is shown this once. */
export const createEndpoint =
  ({ webhooks }: Dependencies) =>
  (asker: Asker, body: NewEndpointBody): Promise<EndpointSecretAnswer> =>
    webhooks.create(asker, body);

/** @throws not_found */
export const changeEndpoint =
  (dependencies: Dependencies) =>
  async (asker: Asker, id: number, body: ChangeEndpointBody): Promise<EndpointAnswer> => {
    await dependencies.webhooks.change(asker, id, body);
    return getEndpoint(dependencies)(asker, id);
  };

/** @throws not_found */
export const deleteEndpoint =
  ({ webhooks }: Dependencies) =>
  (asker: Asker, id: number): Promise<void> =>
    webhooks.remove(asker, id);

/** Sends a test event, turns on if it is accepted, or turns off. @throws not_found */
export const switchEndpoint =
  ({ webhooks }: Dependencies) =>
  (asker: Asker, id: number, to: 'ping' | 'on' | 'off'): Promise<EndpointStateAnswer> =>
    webhooks.switch(asker, id, to);

/** A new secret, which is shown this once; the former one signs beside it. @throws not_found */
export const rotateSecret =
  ({ webhooks }: Dependencies) =>
  (asker: Asker, id: number): Promise<EndpointSecretAnswer> =>
    webhooks.rotateSecret(asker, id);
