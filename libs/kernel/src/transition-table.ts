import { DomainError } from '@svc/contracts';

/** A closed set of states and the moves allowed between them. */
export interface TransitionTable<State extends string> {
  /** What moves, as a refusal says it: `A job`. */
  readonly subject: string;
  readonly states: readonly State[];
  allows(from: State, to: State): boolean;
  /** The states that `from` may move to, in the table's order; none when it is terminal. */
  next(from: State): readonly State[];
}

export type StateOf<Table> = Table extends TransitionTable<infer State> ? State : never;

export function transitionTable<State extends string>(
  subject: string,
  moves: Readonly<Record<State, readonly NoInfer<State>[]>>,
): TransitionTable<State> {
  return {
    subject,
    states: Object.keys(moves) as State[],
    allows: (from, to) => moves[from].includes(to),
    next: (from) => moves[from],
  };
}

/** Refuses a move that the table does not have. @throws invalid_status_transition */
export function requireMove<State extends string>(
  table: TransitionTable<State>,
  from: State,
  to: State,
): void {
  if (!table.allows(from, to)) throw refusedMove(table, from, to);
}

/**
 * The fewest allowed moves that lead from one state to another, without the first; empty when they
 * are the same. @throws invalid_status_transition when no moves lead there
 */
export function movesBetween<State extends string>(
  table: TransitionTable<State>,
  from: State,
  to: State,
): readonly State[] {
  const reached = new Map<State, readonly State[]>([[from, []]]);
  // A Map visits what is added while it is walked: this is a breadth-first search.
  for (const [state, moves] of reached) {
    if (state === to) return moves;
    for (const step of table.next(state)) {
      if (!reached.has(step)) reached.set(step, [...moves, step]);
    }
  }
  throw refusedMove(table, from, to);
}

function refusedMove<State extends string>(
  { subject, next }: TransitionTable<State>,
  from: State,
  to: State,
): DomainError {
  const choice = next(from).join(', ') || `none, ${from} is final`;
  return new DomainError(
    'invalid_status_transition',
    `${subject} cannot move from ${from} to ${to}; allowed moves are: ${choice}.`,
  );
}
