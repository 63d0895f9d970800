import { DomainError } from '@svc/contracts';

/** Where a company buys its parts. */
export interface Supplier {
  readonly id: number;
  readonly supplierName: string;
}

/** Why no other supplier can have this name. */
export function supplierNameTaken(name: string): DomainError {
  const message = `There is a supplier called ${name} already.`;
  return new DomainError('conflict', message, { errors: [{ field: 'name', message }] });
}
