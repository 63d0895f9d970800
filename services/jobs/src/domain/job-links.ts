import type { RelationshipType } from '@svc/contracts';

const DEFAULT_RELATIONSHIP: RelationshipType = 'serviced';

/** What a job has to do with an asset. */
export interface JobLink {
  readonly assetId: number;
  readonly relationshipType: RelationshipType;
  readonly relationshipNotes: string | null;
  readonly linkedAt: Date;
}

/** What is asked of a job's links; what is absent stays as it is. */
export interface LinkChanges {
  /** The assets to be linked in the end, each once. */
  readonly assetIds?: readonly number[];
  readonly relationshipType?: RelationshipType;
}

/**
 * The links after a change, in order of asset.
 *
 * A link that stays keeps the time it was made, and its relationship unless another one is given.
 */
export function changeLinks(
  links: readonly JobLink[],
  { assetIds, relationshipType }: LinkChanges,
  at: Date,
): readonly JobLink[] {
  const existing = new Map(links.map((link) => [link.assetId, link]));
  const wanted = assetIds ?? [...existing.keys()];
  return wanted
    .toSorted((one, other) => one - other)
    .map((assetId) => {
      const link = existing.get(assetId) ?? newLink(assetId, at);
      return { ...link, relationshipType: relationshipType ?? link.relationshipType };
    });
}

const newLink = (assetId: number, at: Date): JobLink => ({
  assetId,
  relationshipType: DEFAULT_RELATIONSHIP,
  relationshipNotes: null,
  linkedAt: at,
});
