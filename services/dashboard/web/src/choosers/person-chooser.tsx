import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { ActivityPersonResponse } from '../../../contract/responses';
import { textKey } from '../../../contract/text-key';
import { ask, type Query } from '../server/ask';
import { RecordChooser, type Choice, type Search } from './record-chooser';

const MOST = 25;

/** Stands for users of the operator's command line; people's ids begin at 1. */
export const OPERATOR: Choice = { id: 0, name: 'Operator' };

async function find(query: Query): Promise<Choice[]> {
  const { data } = await ask<ActivityPersonResponse[]>('GET', 'activity/people', { query });
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
