import { createTransitionTable, findMoves } from './transition-table';

const doors = createTransitionTable('A door', {
  'Wide Open': ['Closed'],
  'Closed': ['Wide Open', 'Locked'],
  'Locked': ['Closed', 'Sealed'],
  'Sealed': [],
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
