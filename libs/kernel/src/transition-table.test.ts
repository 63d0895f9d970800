import { findMoves, requireMove, createTransitionTable } from './transition-table';

const doors = createTransitionTable('A door', {
  'Wide Open': ['Closed'],
  'Closed': ['Wide Open', 'Locked'],
  'Locked': ['Closed', 'Sealed'],
  'Sealed': [],
});

describe('transitionTable', () => {
  it('lists the states in the order of the table', () => {
    expect(doors.states).toEqual(['Wide Open', 'Closed', 'Locked', 'Sealed']);
  });

  it('allows the moves of the table and no other', () => {
    const moves = doors.states.flatMap((from) =>
      doors.states.filter((to) => doors.allows(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual([
      'Wide Open → Closed',
      'Closed → Wide Open',
      'Closed → Locked',
      'Locked → Closed',
      'Locked → Sealed',
    ]);
  });

  it('names the next states of each state', () => {
    expect(doors.next('Closed')).toEqual(['Wide Open', 'Locked']);
    expect(doors.next('Sealed')).toEqual([]);
  });
});

describe('requireMove', () => {
  it('accepts a move of the table', () => {
    expect(() => requireMove(doors, 'Closed', 'Locked')).not.toThrow();
  });

  it('refuses any other, and names the moves that are allowed', () => {
    expect(() => requireMove(doors, 'Closed', 'Sealed')).toThrow(
      expect.objectContaining({
        code: 'invalid_status_transition',
        message: 'A door cannot move from Closed to Sealed; allowed moves are: Wide Open, Locked.',
      }),
    );
    expect(() => requireMove(doors, 'Sealed', 'Sealed')).toThrow(
      'A door cannot move from Sealed to Sealed; allowed moves are: none, Sealed is final.',
    );
  });
});

describe('movesBetween', () => {
  it('finds the fewest moves, the first state left out', () => {
    expect(findMoves(doors, 'Wide Open', 'Sealed')).toEqual(['Closed', 'Locked', 'Sealed']);
    expect(findMoves(doors, 'Locked', 'Closed')).toEqual(['Closed']);
  });

  it('needs none to stay', () => {
    expect(findMoves(doors, 'Sealed', 'Sealed')).toEqual([]);
  });

  it('refuses a state where no moves lead', () => {
    expect(() => findMoves(doors, 'Sealed', 'Closed')).toThrow(
      'A door cannot move from Sealed to Closed; allowed moves are: none, Sealed is final.',
    );
  });
});
