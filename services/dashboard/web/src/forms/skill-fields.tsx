import { Autocomplete, NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { request } from '../server/request';
import { ListFields } from './list-fields';

export interface SkillValues {
  skill_name: string;
  skill_level: number | string;
}

interface SkillFieldsProps<Values, Name extends string> {
  readonly form: UseFormReturnType<Values>;
  readonly name: Name;
  readonly legend: string;
  readonly add: (skill: SkillValues) => void;
}

export function SkillFields<
  Name extends string,
  Values extends { readonly [Each in Name]: readonly SkillValues[] },
>({ form, name, legend, add }: SkillFieldsProps<Values, Name>) {
  const { data } = useQuery({
    queryKey: ['skill-names'],
    queryFn: () => request<readonly string[]>('GET', 'skill-names'),
  });
  return (
    <ListFields
      form={form}
      name={name}
      legend={legend}
      one="skill"
      onAdd={() => add({ skill_name: '', skill_level: 3 })}
    >
      {(at) => (
        <>
          <Autocomplete
            label="Skill"
            aria-label={`Skill ${at + 1}`}
            data={[...(data?.data ?? [])]}
            limit={8}
            flex={1}
            miw={140}
            {...form.getInputProps(`${name}.${at}.skill_name`)}
          />
          <NumberInput
            label="Level"
            aria-label={`Level of skill ${at + 1}`}
            min={1}
            max={5}
            clampBehavior="none"
            w={140}
            {...form.getInputProps(`${name}.${at}.skill_level`)}
          />
        </>
      )}
    </ListFields>
  );
}
