import { mayUse } from '../../../../contract/rights';
import { useSession } from '../../session/session';
import { Page as PageFrame } from '../../shown/page';
import { CompanySection } from './company-section';
import { NameSection } from './name-section';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import { TwoStepSection } from './two-step-section';

export function Page() {
  const { role } = useSession().user;
  return (
    <PageFrame name="Settings">
      <NameSection />
      <PasswordSection />
      <TwoStepSection />
      <SessionsSection />
      {mayUse(role, 'company_settings') && <CompanySection />}
    </PageFrame>
  );
}
