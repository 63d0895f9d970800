import { DomainError, textKey } from '@svc/contracts';
import { MoreThan, type EntityManager } from 'typeorm';
import type { Asset } from '../domain/asset';
import type {
  Meter,
  MeterContent,
  MeterInput,
  MeterReading,
  ReadingDraft,
  SavedMeter,
} from '../domain/meter';
import { meterReadingTable, meterTable } from './meter-tables';

/** Meters and their readings inside a transaction. */
export const meterRepository = (tx: EntityManager) => {
  const meters = tx.getRepository(meterTable);
  const readings = tx.getRepository(meterReadingTable);

  /** Names are told apart by their keys. */
  async function refuseTaken(asset: Asset, name: string, own?: number): Promise<void> {
    const { companyId, id: assetId } = asset;
    const holder = await meters.findOneBy({ companyId, assetId, nameKey: textKey(name) });
    if (!holder || holder.id === own) return;
    const message = `The asset has a meter named ${holder.name} already.`;
    throw new DomainError('conflict', message, { errors: [{ field: 'name', message }] });
  }

  return {
    /** The asset's meter, or meter_not_found. */
    async find({ companyId, id: assetId }: Asset, id: number): Promise<Meter> {
      const meter = await meters.findOneBy({ companyId, assetId, id });
      if (!meter) throw new DomainError('meter_not_found', 'The asset has no such meter.');
      return meter;
    },

    /** The asset's meters, created or brought up to date by name; the asset must be locked. */
    async save(
      { companyId, id: assetId }: Asset,
      given: readonly MeterInput[],
    ): Promise<SavedMeter[]> {
      const known = await meters.findBy({ companyId, assetId });
      const saved: SavedMeter[] = [];
      for (const { name, unit, threshold } of given) {
        const nameKey = textKey(name);
        const before = known.find((meter) => textKey(meter.name) === nameKey);
        const content = {
          name,
          unit: unit === undefined ? (before?.unit ?? null) : unit,
          threshold: threshold === undefined ? (before?.threshold ?? null) : threshold,
        };
        const meter = { companyId, assetId, ...content };
        if (!before) {
          const { identifiers } = await meters.insert({ ...meter, nameKey });
          const id = Number(identifiers[0]?.['id']);
          saved.push({ meter: { ...meter, id }, outcome: 'created' });
          continue;
        }
        const { id } = before;
        const isSame =
          content.name === before.name &&
          content.unit === before.unit &&
          content.threshold === before.threshold;
        if (!isSame) await meters.update({ companyId, id }, { ...content, nameKey });
        saved.push({ meter: { ...meter, id }, outcome: isSame ? 'unchanged' : 'changed' });
      }
      return saved;
    },

    /** Adds a meter to a locked asset. @throws conflict where the asset has one of this name */
    async add(asset: Asset, content: MeterContent): Promise<number> {
      await refuseTaken(asset, content.name);
      const { companyId, id: assetId } = asset;
      const { identifiers } = await meters.insert({
        ...{ companyId, assetId, ...content },
        nameKey: textKey(content.name),
      });
      return Number(identifiers[0]?.['id']);
    },

    /** Changes a meter of a locked asset. @throws conflict where another has this name */
    async change(asset: Asset, id: number, content: MeterContent): Promise<void> {
      await refuseTaken(asset, content.name, id);
      await meters.update(
        { companyId: asset.companyId, id },
        { ...content, nameKey: textKey(content.name) },
      );
    },

    async record(draft: ReadingDraft): Promise<MeterReading> {
      const { identifiers } = await readings.insert(draft);
      return { ...draft, id: Number(identifiers[0]?.['id']) };
    },

    /** Whether the meter was not read on a later day. */
    isNewest: async ({
      companyId,
      meterId,
      readingDate,
    }: Omit<ReadingDraft, 'readingValue' | 'createdAt'>) =>
      !(await readings.existsBy({ companyId, meterId, readingDate: MoreThan(readingDate) })),

    /** Whether the meter was read on that day with that result. */
    has: ({ companyId, meterId, readingDate, readingValue }: ReadingDraft): Promise<boolean> =>
      readings.existsBy({ companyId, meterId, readingDate, readingValue }),
  };
};

export type MeterRepository = ReturnType<typeof meterRepository>;
