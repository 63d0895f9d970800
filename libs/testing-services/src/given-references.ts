import { INTERNAL_READS, textKey, type Context } from '@svc/contracts';
import type { FakeOwners } from '@svc/testing';

interface GivenLocation {
  readonly location_name?: string;
  readonly city?: string;
  /** The location's search text; by default its name. */
  readonly address?: string;
  /** The customer of the location; by default one of its own. */
  readonly customer_id?: number;
  readonly customer_name?: string;
  /** The customer's search text; by default its name. */
  readonly contact?: string;
  readonly customerIsDeleted?: boolean;
}

interface GivenTechnician {
  readonly technician_name?: string;
  readonly status?: 'Active' | 'Inactive';
}

export type GivenReferences = ReturnType<typeof givenReferences>;

export const givenReferences = (
  { store: keep }: Pick<FakeOwners<Context>, 'store'>,
  nextId: () => number,
) => ({
  givenLocation(location: GivenLocation = {}, companyId = 1): number {
    const id = nextId();
    const { customer_id: customerId = nextId(), customerIsDeleted = false } = location;
    const locationName = location.location_name ?? `Location ${id}`;
    const customerName = location.customer_name ?? `Customer ${customerId}`;
    keep(INTERNAL_READS.locations, companyId, id, {
      location_id: id,
      location_name: locationName,
      city: location.city ?? 'Troy',
      search_text: textKey(location.address ?? locationName),
      customer_id: customerId,
      version: 1,
    });
    keep(INTERNAL_READS.customers, companyId, customerId, {
      customer_id: customerId,
      customer_name: customerName,
      search_text: textKey(location.contact ?? customerName),
      deleted: customerIsDeleted,
      version: 1,
    });
    return id;
  },

  givenTechnician(overrides: GivenTechnician = {}, companyId = 1): number {
    const id = nextId();
    keep(INTERNAL_READS.technicians, companyId, id, {
      technician_id: id,
      technician_name: `Technician ${id}`,
      status: 'Active',
      version: 1,
      ...overrides,
    });
    return id;
  },
});
