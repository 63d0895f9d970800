import { DomainError } from '@svc/contracts';

const FIELDS = { location: 'location_name', supplier: 'name' } as const;

export function nameTaken(kind: keyof typeof FIELDS, name: string): DomainError {
  const message = `There is a ${kind} called ${name} already.`;
  return new DomainError('conflict', message, { errors: [{ field: FIELDS[kind], message }] });
}
