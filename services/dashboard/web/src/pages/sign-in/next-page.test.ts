import { findNextPage } from './next-page';

it('leads back to the page with its filters', () => {
  expect(findNextPage('/dashboard/jobs?status=Assigned&page=2')).toBe(
    '/dashboard/jobs?status=Assigned&page=2',
  );
});

it.each([
  undefined,
  '',
  'https://elsewhere.example/dashboard',
  '//elsewhere.example/dashboard',
  '/\\elsewhere.example/dashboard',
  '/dashboard/../api/v1/jobs',
  '/dashboards',
  '/dashboard/sign-in?next=%2Fdashboard%2Fjobs',
  'javascript:alert(1)',
  'http://[',
])('leads to the first page instead of %s', (next) => {
  expect(findNextPage(next)).toBe('/dashboard');
});
