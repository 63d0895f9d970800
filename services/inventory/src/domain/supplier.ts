import { DomainError } from '@svc/contracts';

export interface Supplier {
  readonly id: number;
  readonly supplierName: string;
}

export function supplierNameTaken(name: string): DomainError {
  const message = `There is a supplier called ${name} already.`;
  return new DomainError('conflict', message, { errors: [{ field: 'name', message }] });
}
