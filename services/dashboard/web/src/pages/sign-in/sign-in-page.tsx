import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { SignedOutPage } from '../../shell/signed-out-page';
import { SignInForm } from './sign-in-form';
import { pageAfterSignIn } from './page-after-sign-in';

export function SignInPage() {
  const { next } = useSearch({ strict: false }) as { readonly next?: string };
  const router = useRouter();
  const queryClient = useQueryClient();
  return (
    <SignedOutPage name="Sign in">
      <SignInForm
        done={() => {
          queryClient.clear();
          router.history.replace(pageAfterSignIn(next));
        }}
      />
      <Anchor component={Link} to="/forgot-password" size="sm" mt="md" display="inline-block">
        Forgot password?
      </Anchor>
    </SignedOutPage>
  );
}
