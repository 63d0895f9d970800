import { deleteRecord, restoreRecord, toNextVersion } from './versions';

const MADE = new Date('2026-03-01T08:00:00Z');
const NOW = new Date('2026-03-02T08:00:00Z');
const LATER = new Date('2026-03-03T08:00:00Z');

interface Door {
  readonly name: string;
  readonly version: number;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}

const door: Door = { name: 'Front', version: 4, updatedAt: MADE, deletedAt: null };

describe('revised', () => {
  it('is the next version, as of now, and leaves the former one alone', () => {
    expect(toNextVersion({ ...door, name: 'Back' }, NOW)).toEqual({
      name: 'Back',
      version: 5,
      updatedAt: NOW,
      deletedAt: null,
    });
    expect(door).toMatchObject({ version: 4, updatedAt: MADE });
  });
});

describe('deleteRecord and restoreRecord', () => {
  const deleted = deleteRecord(door, NOW);

  it('mark the record and take the mark away, each a change of its own', () => {
    expect(deleted).toEqual({ ...door, deletedAt: NOW, updatedAt: NOW, version: 5 });
    expect(restoreRecord(deleted, LATER)).toEqual({ ...door, updatedAt: LATER, version: 6 });
  });

  it('are the very same record when there is nothing to do', () => {
    expect(deleteRecord(deleted, LATER)).toBe(deleted);
    expect(restoreRecord(door, NOW)).toBe(door);
  });
});
