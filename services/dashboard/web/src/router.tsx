import { Button, Text } from '@mantine/core';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  notFound,
  Outlet,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { ForgotPasswordPage } from './pages/password/forgot-password-page';
import { ResetPasswordPage } from './pages/password/reset-password-page';
import { SignInPage } from './pages/sign-in/sign-in-page';
import { AcceptInvitationPage } from './pages/team/accept-invitation-page';
import { Empty } from './records/list-frame';
import { RequestError } from './server/request-error';
import { queryClient } from './server/query-client';
import { setSignInRedirect } from './session/session-end';
import { sessionQuery } from './session/session';
import { canOpen, PAGES } from './shell/pages';
import { Shell } from './shell/shell';
import { SignedOutPage } from './shell/signed-out-page';
import { FailureAlert } from './shown/failure-alert';
import { PageFrame } from './shown/page';

const BASE = '/dashboard';
const BELOW_BASE = /^\/dashboard(?=\/|$)/;

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet,
});

const OPEN_TO_ALL = [
  { path: '/sign-in', component: SignInPage },
  { path: '/forgot-password', component: ForgotPasswordPage },
  { path: '/reset-password', component: ResetPasswordPage },
  { path: '/accept-invitation', component: AcceptInvitationPage },
];

const openToAll = OPEN_TO_ALL.map((page) => createRoute({ getParentRoute: () => root, ...page }));

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  async beforeLoad({ context, location }) {
    try {
      return { session: await context.queryClient.ensureQueryData(sessionQuery) };
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 401) throw error;
      throw redirect({ to: '/sign-in', search: { next: `${BASE}${location.href}` } as never });
    }
  },
});

const pages = PAGES.map((page) =>
  createRoute({
    getParentRoute: () => signedIn,
    path: page.path,
    component: lazyRouteComponent(page.load),
    loader({ context: { session } }) {
      if (!canOpen(session, page)) throw notFound();
    },
  }),
);

const elsewhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: MissingPage,
});

export const router = createRouter({
  routeTree: root.addChildren([...openToAll, signedIn.addChildren([...pages, elsewhere])]),
  // Like `basepath`, except that the first page has no trailing slash.
  rewrite: {
    input: ({ url }) => {
      url.pathname = url.pathname.replace(BELOW_BASE, '') || '/';
      return url;
    },
    output: ({ url }) => {
      url.pathname = `${BASE}${url.pathname}`.replace(/\/$/, '');
      return url;
    },
  },
  context: { queryClient },
  defaultPreload: 'intent',
  defaultNotFoundComponent: MissingPage,
  defaultErrorComponent: FailedPage,
  scrollRestoration: true,
  // Search values stay strings.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return text.size > 0 ? `?${text}` : '';
  },
});

setSignInRedirect(() => {
  const { pathname, search } = window.location;
  // A late response after signing out must not redirect.
  if (OPEN_TO_ALL.some(({ path }) => pathname === `${BASE}${path}`)) return;
  queryClient.removeQueries(sessionQuery);
  void router.navigate({ to: '/sign-in', search: { next: `${pathname}${search}` } as never });
});

function MissingPage() {
  return (
    <PageFrame name="Page not found">
      <Empty>
        <Text c="dimmed">There is no page at this address.</Text>
        <Button variant="default" component={Link} to="/">
          Go to Overview
        </Button>
      </Empty>
    </PageFrame>
  );
}

function FailedPage({ error }: ErrorComponentProps) {
  return (
    <SignedOutPage name="Something went wrong">
      <FailureAlert what="this page" error={error} onRetry={() => router.invalidate()} />
    </SignedOutPage>
  );
}
