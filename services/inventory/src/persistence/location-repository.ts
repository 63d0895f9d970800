import { runOn, statement } from '@svc/database';
import { Raw, type EntityManager } from 'typeorm';
import type { GivenLocation } from '../domain/location';
import { locationTable } from './location-table';

const LOCK_NAME = statement(
  'lock_location_name',
  `select pg_advisory_xact_lock(
     hashtextextended('location ' || $1::bigint || ' ' || lower($2::text collate pg_c_utf8), 0))`,
);

const EMPTY = { address: null, city: null, state: null, zip: null, isActive: true };

/** The inventory locations of a company, told apart by name without regard to case. */
export const locationRepository = (tx: EntityManager) => {
  const run = runOn(tx);
  const locations = tx.getRepository(locationTable);
  return {
    /** The location of this name, created or brought up to date; what is absent stays. */
    async save(
      companyId: number,
      given: GivenLocation,
      at: Date,
    ): Promise<{ id: number; isNew: boolean }> {
      await run(LOCK_NAME, [companyId, given.name]);
      const known = await locations.findOneBy({
        companyId,
        name: Raw((name) => `lower(${name} collate pg_c_utf8) = lower(:name collate pg_c_utf8)`, {
          name: given.name,
        }),
      });
      const changes = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      );
      if (known) {
        const edited = { ...known, ...changes };
        const differs = Object.keys(changes).some(
          (field) => Reflect.get(known, field) !== Reflect.get(edited, field),
        );
        const { id } = known;
        if (differs) await locations.update({ companyId, id }, { ...changes, updatedAt: at });
        return { id, isNew: false };
      }
      const { identifiers } = await locations.insert({
        companyId,
        ...EMPTY,
        ...given,
        ...changes,
        createdAt: at,
        updatedAt: at,
      });
      return { id: Number(identifiers[0]?.['id']), isNew: true };
    },
  };
};

export type LocationRepository = ReturnType<typeof locationRepository>;
