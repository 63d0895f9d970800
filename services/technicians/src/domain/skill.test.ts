import { skillSet } from './technician';

const hvac = { skillCategoryId: 3, skillName: 'HVAC', skillLevel: 4 };
const plumbing = { skillCategoryId: 1, skillName: 'Plumbing', skillLevel: 2 };

it('makes equal lists look equal', () => {
  expect(skillSet([hvac, plumbing])).toEqual(skillSet([plumbing, hvac]));
});

it('refuses a category that is named twice', () => {
  expect(() => skillSet([hvac, plumbing, { ...hvac, skillLevel: 5 }])).toThrow(
    'skills names HVAC more than once.',
  );
});
