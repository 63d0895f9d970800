import { skillSet } from './skill';

const hvac = { categoryId: 3, name: 'HVAC', level: 4 };
const plumbing = { categoryId: 1, name: 'Plumbing', level: 2 };

it('makes equal lists look equal', () => {
  expect(skillSet([hvac, plumbing])).toEqual(skillSet([plumbing, hvac]));
});

it('refuses a category that is named twice', () => {
  expect(() => skillSet([hvac, plumbing, { ...hvac, level: 5 }])).toThrow(
    'skills names HVAC more than once.',
  );
});
