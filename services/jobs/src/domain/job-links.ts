import type { RelationshipType } from '@svc/contracts';
import type { JobLink, LinkChanges } from '../records/job';

const DEFAULT_RELATIONSHIP: RelationshipType = 'serviced';

/**
 * Sorted by asset. A link that stays keeps its time, and its relationship unless another is given.
 */
export function changeLinks(
  links: readonly JobLink[],
  { assetIds, assetRelationshipType }: LinkChanges,
  at: Date,
): readonly JobLink[] {
  const existing = new Map(links.map((link) => [link.assetId, link]));
  const wanted = assetIds ?? [...existing.keys()];
  return wanted
    .toSorted((one, other) => one - other)
    .map((assetId) => {
      const link = existing.get(assetId) ?? createLink(assetId, at);
      return { ...link, relationshipType: assetRelationshipType ?? link.relationshipType };
    });
}

const createLink = (assetId: number, at: Date): JobLink => ({
  assetId,
  relationshipType: DEFAULT_RELATIONSHIP,
  relationshipNotes: null,
  linkedAt: at,
});
