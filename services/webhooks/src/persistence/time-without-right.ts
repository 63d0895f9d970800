interface Change {
  /** Whether the right is held from now on; null while that is not known. */
  readonly has: string;
  /** Whether it was held before. */
  readonly had: string;
  /** The stored time range in which it was last lacking. */
  readonly without: string;
}

/** In SQL, the time range in which a right was last lacking, where nothing is stored yet: null or always. */
export const firstTimeWithoutRight = (has: string): string =>
  `case when not (${has}) then tstzrange(null, null) end`;

const AT = '(select at from change)';

/**
 * In SQL, the time range in which a right was last lacking, after a change at the time `at` of the
 * CTE `change`. Where it is not known when the right was lost, the range has no beginning.
 */
export const timeWithoutRight = ({ has, had, without }: Change): string =>
  `case
     when (${had}) is null then ${firstTimeWithoutRight(has)}
     when (${has}) = (${had}) then ${without}
     when ${has} then tstzrange(lower(${without}), greatest(lower(${without}), ${AT}))
     else tstzrange(${AT}, null) end`;
