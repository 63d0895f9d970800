import { movesBetween, transitionTable } from './transition-table';

const doors = transitionTable({
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

describe('movesBetween', () => {
  it('finds the fewest moves, the first state left out', () => {
    expect(movesBetween(doors, 'Wide Open', 'Sealed')).toEqual(['Closed', 'Locked', 'Sealed']);
    expect(movesBetween(doors, 'Locked', 'Closed')).toEqual(['Closed']);
  });

  it('needs none to stay', () => {
    expect(movesBetween(doors, 'Sealed', 'Sealed')).toEqual([]);
  });

  it('finds nothing where no moves lead', () => {
    expect(movesBetween(doors, 'Sealed', 'Closed')).toBeUndefined();
  });
});
