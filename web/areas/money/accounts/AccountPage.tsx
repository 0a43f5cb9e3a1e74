// The user's own account: profile and sign-in.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { nameOfMe, useMe } from '#app/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { TabbedPage } from '#ui/TabbedPage.tsx';
import type { AccountTab } from './accounts.routes.tsx';
import { StepNotice } from './StepNotice.tsx';

const tabs: Record<AccountTab, { word: string; part: ComponentType }> = {
  profile: {
    word: 'Profile',
    part: lazy(() => import('#web/areas/office/profile/ProfileTab.tsx').then(({ ProfileTab }) => ({ default: ProfileTab }))),
  },
  password: {
    word: 'Password',
    part: lazy(() =>
      import('#web/areas/identity/passwords/PasswordTab.tsx').then(({ PasswordTab }) => ({ default: PasswordTab })),
    ),
  },
  two_factor: {
    word: 'Two-factor',
    part: lazy(() =>
      import('#web/areas/identity/twoFactor/TwoFactorTab.tsx').then(({ TwoFactorTab }) => ({ default: TwoFactorTab })),
    ),
  },
  sessions: {
    word: 'Sessions',
    part: lazy(() =>
      import('#web/areas/identity/sessions/SessionsTab.tsx').then(({ SessionsTab }) => ({ default: SessionsTab })),
    ),
  },
  licences: {
    word: 'Licences',
    part: lazy(() =>
      import('#web/areas/messaging/compliance/LicencesTab.tsx').then(({ LicencesTab }) => ({ default: LicencesTab })),
    ),
  },
  application: {
    word: 'Application',
    part: lazy(() => import('#web/areas/office/signups/SignupTab.tsx').then(({ SignupTab }) => ({ default: SignupTab }))),
  },
};

export function AccountPage() {
  const me = useMe();
  const { tab } = useSearch({ from: '/shell/account/profile' });
  const navigate = useNavigate({ from: '/account/profile' });
  return (
    <TabbedPage
      title="Your account"
      tabs={tabs}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
      instead={
        me.impersonator && !['profile', 'licences', 'application'].includes(tab) ? (
          <EmptyState
            title={`Only ${nameOfMe(me)} can see this`}
            text="Nobody can see or change how another person signs in, not even while acting as them."
          />
        ) : undefined
      }
    >
      <StepNotice />
    </TabbedPage>
  );
}
