export { textKey } from '@svc/contracts/text-key';
