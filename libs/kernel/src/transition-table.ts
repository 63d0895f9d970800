import { DomainError } from '@svc/contracts';

export interface TransitionTable<State extends string> {
  readonly subject: string;
  readonly states: readonly State[];
  allows(from: State, to: State): boolean;
  next(from: State): readonly State[];
}

export type StateOf<Table> = Table extends TransitionTable<infer State> ? State : never;

export function createTransitionTable<State extends string>(
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

export function requireMove<State extends string>(
  table: TransitionTable<State>,
  from: State,
  to: State,
): void {
  if (!table.allows(from, to)) throw createMoveError(table, from, to);
}

/**
 * The shortest path from one state to another, without the first; empty if they are equal.
 *
 * @throws invalid_status_transition if there is none
 */
export function findMoves<State extends string>(
  table: TransitionTable<State>,
  from: State,
  to: State,
): readonly State[] {
  const reached = new Map<State, readonly State[]>([[from, []]]);
  // Map iteration visits entries added meanwhile: a breadth-first search.
  for (const [state, moves] of reached) {
    if (state === to) return moves;
    for (const step of table.next(state)) {
      if (!reached.has(step)) reached.set(step, [...moves, step]);
    }
  }
  throw createMoveError(table, from, to);
}

function createMoveError<State extends string>(
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
