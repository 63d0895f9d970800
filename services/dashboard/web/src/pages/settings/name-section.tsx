import { TextInput } from '@mantine/core';
import type { ChangeMeBody } from '../../../../contract/account';
import { RequestForm, useRequestForm } from '../../forms/request-form';
import { ask } from '../../server/ask';
import { queryClient } from '../../server/query-client';
import { sessionQuery, useSession } from '../../session/session';
import { showDone } from '../../shown/messages';
import { Section } from './section';

export function NameSection() {
  const { user } = useSession();
  const state = useRequestForm<ChangeMeBody, unknown>({
    initialValues: { name: user.name },
    send: (body) => ask('PATCH', 'me', { body }),
    done: () => {
      showDone('Your name is saved.');
      void queryClient.invalidateQueries(sessionQuery);
    },
  });
  return (
    <Section name="You" about={`You sign in as ${user.email}.`}>
      <RequestForm state={state} submitName="Save">
        <TextInput label="Name" autoComplete="name" {...state.form.getInputProps('name')} />
      </RequestForm>
    </Section>
  );
}
