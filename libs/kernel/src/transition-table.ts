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
