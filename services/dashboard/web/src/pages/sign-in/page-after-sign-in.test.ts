import { pageAfterSignIn } from './page-after-sign-in';

it('leads back to the page with its filters', () => {
  expect(pageAfterSignIn('/dashboard/jobs?status=Assigned&page=2')).toBe(
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
  expect(pageAfterSignIn(next)).toBe('/dashboard');
});
