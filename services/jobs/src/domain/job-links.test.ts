import type { JobLink } from '../records/job';
import { changeLinks } from './job-links';

const EARLIER = new Date('2026-03-01T08:00:00Z');
const LATER = new Date('2026-03-02T08:00:00Z');

const link = (assetId: number, relationshipType: JobLink['relationshipType']): JobLink => ({
  assetId,
  relationshipType,
  relationshipNotes: null,
  linkedAt: EARLIER,
});

const links = [link(1, 'installed'), link(2, 'serviced')];

describe('changeLinks', () => {
  it('links as serviced by default, in order of asset', () => {
    expect(changeLinks([], { assetIds: [9, 3] }, LATER)).toEqual([
      { assetId: 3, relationshipType: 'serviced', relationshipNotes: null, linkedAt: LATER },
      { assetId: 9, relationshipType: 'serviced', relationshipNotes: null, linkedAt: LATER },
    ]);
  });

  it('replaces the set and leaves links that stay as they were', () => {
    expect(changeLinks(links, { assetIds: [3, 1] }, LATER)).toEqual([
      link(1, 'installed'),
      { ...link(3, 'serviced'), linkedAt: LATER },
    ]);
  });

  it('gives a relationship to the whole set', () => {
    const changed = changeLinks(
      links,
      { assetIds: [1, 3], assetRelationshipType: 'replaced' },
      LATER,
    );

    expect(changed).toEqual([link(1, 'replaced'), { ...link(3, 'replaced'), linkedAt: LATER }]);
  });

  it('gives a relationship that comes alone to the links there are', () => {
    expect(changeLinks(links, { assetRelationshipType: 'inspected' }, LATER)).toEqual([
      link(1, 'inspected'),
      link(2, 'inspected'),
    ]);
  });

  it('removes every link for an empty set, and none when nothing is asked', () => {
    expect(changeLinks(links, { assetIds: [] }, LATER)).toEqual([]);
    expect(changeLinks(links, {}, LATER)).toEqual(links);
  });
});
