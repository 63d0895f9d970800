export const CREATED_AT = '2026-03-02T09:15:00-05:00';

export const EXAMPLE_SECRET = 'whsec_5Wq0ZtV8mY2rN7cXbK4hJ6gF9dS1aPoIuYtReWqLkJh';

export const exampleHook = {
  id: 3,
  version: 1,
  event: 'job.created',
  target_url: 'https://hooks.example.com/catch/12345',
  created_at: CREATED_AT,
};

export const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };
