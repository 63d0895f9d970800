import { useSearch } from '@tanstack/react-router';
import { SignedOutPage } from '../../shell/signed-out-page';
import { SignInForm } from './sign-in-form';
import { findNextPage } from './next-page';
import { TextLink } from '../../shown/text-link';

export function SignInPage() {
  const { next } = useSearch({ strict: false }) as { readonly next?: string };
  return (
    <SignedOutPage name="Sign in">
      <SignInForm
        // A full page load discards everything of the previous person.
        done={() => window.location.replace(findNextPage(next))}
      />
      <TextLink to="/forgot-password" mt="md" display="inline-block">
        Forgot password?
      </TextLink>
    </SignedOutPage>
  );
}
