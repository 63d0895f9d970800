/** A closed set of states and the moves allowed between them. */
export interface TransitionTable<State extends string> {
  readonly states: readonly State[];
  allows(from: State, to: State): boolean;
  /** The states that `from` may move to, in the table's order; none when it is terminal. */
  next(from: State): readonly State[];
}

export type StateOf<Table> = Table extends TransitionTable<infer State> ? State : never;

export function transitionTable<State extends string>(
  moves: Readonly<Record<State, readonly NoInfer<State>[]>>,
): TransitionTable<State> {
  return {
    states: Object.keys(moves) as State[],
    allows: (from, to) => moves[from].includes(to),
    next: (from) => moves[from],
  };
}

/**
 * The fewest allowed moves that lead from one state to another, without the first; empty when they
 * are the same, undefined when no moves lead there.
 */
export function movesBetween<State extends string>(
  { next }: TransitionTable<State>,
  from: State,
  to: State,
): readonly State[] | undefined {
  const reached = new Map<State, readonly State[]>([[from, []]]);
  // A Map visits what is added while it is walked: this is a breadth-first search.
  for (const [state, moves] of reached) {
    if (state === to) return moves;
    for (const step of next(state)) {
      if (!reached.has(step)) reached.set(step, [...moves, step]);
    }
  }
  return undefined;
}
