interface Change {
  /** Whether the right is held from now on; null while that is not known. */
  readonly has: string;
  /** Whether it was held before. */
  readonly had: string;
  /** When it was last lacking before. */
  readonly without: string;
}

/** In SQL, when a right was last lacking, once something is first said of it. */
export const firstTimeWithoutRight = (has: string): string =>
  `case when not (${has}) then tstzrange(null, null) end`;

const AT = '(select at from change)';

/**
 * In SQL, when a right was last lacking, with what is said of it at the time `at` of `change`. One
 * that was lost nobody knows when was lacking always, until it is there.
 */
export const timeWithoutRight = ({ has, had, without }: Change): string =>
  `case
     when (${had}) is null then ${firstTimeWithoutRight(has)}
     when (${has}) = (${had}) then ${without}
     when ${has} then tstzrange(lower(${without}), greatest(lower(${without}), ${AT}))
     else tstzrange(${AT}, null) end`;
