import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { ActivityPersonAnswer } from '../../../contract/answers';
import { textKey } from '../../../contract/text-key';
import { ask, type Query } from '../server/ask';
import { RecordChooser, type Choice, type Search } from './record-chooser';

const MOST = 25;

/** Whoever uses the operator's command line, among people whose ids begin at 1. */
export const OPERATOR: Choice = { id: 0, name: 'Operator' };

async function find(query: Query): Promise<Choice[]> {
  const { data } = await ask<ActivityPersonAnswer[]>('GET', 'activity/people', { query });
  return data.map(({ user_id: id, name }) => ({ id, name }));
}

const PEOPLE: Search = {
  key: ['activity/people'],
  async find(search) {
    const people = await find({ search, per_page: MOST });
    const isOperator = textKey(OPERATOR.name).includes(textKey(search));
    return isOperator ? [OPERATOR, ...people] : people;
  },
};

/** Chooses one of those who may have done something in the account; the chosen one's name is read. */
export function PersonChooser(
  chooser: Omit<ComponentProps<typeof RecordChooser>, 'search' | 'chosen'>,
) {
  const { value: id = null } = chooser;
  const { data } = useQuery({
    queryKey: ['activity/people', id],
    enabled: id !== null && id !== OPERATOR.id,
    queryFn: () => find({ user_id: id ?? undefined }),
  });
  return (
    <RecordChooser
      label="Person"
      search={PEOPLE}
      chosen={id === OPERATOR.id ? OPERATOR : data?.[0]}
      clearable
      {...chooser}
    />
  );
}
