import { Anchor } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { SignedOutPage } from '../../shell/signed-out-page';
import { SignInForm } from './sign-in-form';
import { pageAfterSignIn } from './page-after-sign-in';

export function SignInPage() {
  const { next } = useSearch({ strict: false }) as { readonly next?: string };
  return (
    <SignedOutPage name="Sign in">
      <SignInForm
        // A full page load discards everything of the previous person.
        done={() => window.location.replace(pageAfterSignIn(next))}
      />
      <Anchor component={Link} to="/forgot-password" size="sm" mt="md" display="inline-block">
        Forgot password?
      </Anchor>
    </SignedOutPage>
  );
}
