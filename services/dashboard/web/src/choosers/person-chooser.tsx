import { useQuery } from '@tanstack/react-query';
import type { ActivityPersonResponse } from '../../../contract/responses';
import { textKey } from '../../../contract/values';
import { request, type RequestQuery } from '../server/request';
import { RecordChooser, type Choice, type ChoiceSearch, type ChooserProps } from './record-chooser';

const MAX_CHOICES = 25;

/** Stands for users of the operator's command line; people's ids begin at 1. */
export const OPERATOR: Choice = { id: 0, name: 'Operator' };

async function findPeople(query: RequestQuery): Promise<Choice[]> {
  const { data } = await request<ActivityPersonResponse[]>('GET', 'activity/people', { query });
  return data.map(({ user_id: id, name }) => ({ id, name }));
}

const PEOPLE: ChoiceSearch = {
  key: ['activity/people'],
  async find(search) {
    const people = await findPeople({ search, per_page: MAX_CHOICES });
    const isOperator = textKey(OPERATOR.name).includes(textKey(search));
    return isOperator ? [OPERATOR, ...people] : people;
  },
};

export function PersonChooser(chooser: Omit<ChooserProps, 'chosen'>) {
  const { value: id = null } = chooser;
  const { data } = useQuery({
    queryKey: ['activity/people', id],
    enabled: id !== null && id !== OPERATOR.id,
    queryFn: () => findPeople({ user_id: id ?? undefined }),
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
