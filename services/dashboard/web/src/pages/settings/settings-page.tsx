import { mayUse } from '../../../../contract/rights';
import { useSession } from '../../session/session';
import { PageFrame } from '../../shown/page';
import { LimitsSection } from './limits-section';
import { PasswordSection } from './password-section';
import { ProfileSection } from './profile-section';
import { SessionsSection } from './sessions-section';
import { TwoStepSection } from './two-step-section';

export default function SettingsPage() {
  const { role } = useSession().user;
  return (
    <PageFrame name="Settings">
      <ProfileSection />
      <PasswordSection />
      <TwoStepSection />
      <SessionsSection />
      {mayUse(role, 'company_settings') && <LimitsSection />}
    </PageFrame>
  );
}
