/** Work that is done a little at a time, so that other events are heard in between. */
export interface RoundRobin<Group, Member> {
  /**
   * Has a piece of a member's work done: at once where nobody waits and this turn of the event loop has had
   * less than it may, otherwise when its turn comes. A member asks once for each piece.
   */
  ask(group: Group, member: Member): void;
}

/**
 * Does so many pieces of work in each turn of the event loop at most. Groups have their turns one after
 * another, and so have the members of each: many members get their group no more than one would.
 */
export function roundRobin<Group, Member>(
  work: (member: Member) => void,
  mostInATurn: number,
): RoundRobin<Group, Member> {
  /** Groups and their members, those that had their turns longest ago first. */
  const groups = new Map<Group, Set<Member>>();
  let done = 0;
  let isTurnComing = false;

  function takeNext(): Member | undefined {
    for (const [group, members] of groups) {
      groups.delete(group);
      for (const member of members) {
        members.delete(member);
        if (members.size > 0) groups.set(group, members);
        return member;
      }
    }
    return undefined;
  }

  function workFor(member: Member): void {
    done += 1;
    awaitTurn();
    work(member);
  }

  function takeTurn(): void {
    isTurnComing = false;
    done = 0;
    while (done < mostInATurn) {
      const member = takeNext();
      if (!member) return;
      workFor(member);
    }
  }

  function awaitTurn(): void {
    if (!isTurnComing) setImmediate(takeTurn);
    isTurnComing = true;
  }

  return {
    ask(group, member) {
      const members = groups.get(group);
      if (members) members.add(member);
      else if (groups.size === 0 && done < mostInATurn) workFor(member);
      else groups.set(group, new Set([member]));
    },
  };
}
