/** How texts are compared and searched, as by the services. */
export { textKey } from '@svc/contracts/text-key';
