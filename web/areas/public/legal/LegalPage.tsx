import { Title } from '@mantine/core';
import { PublicFrame } from '#app/PublicFrame.tsx';
import { privacyPolicy, termsOfUse } from '#contract/legal.ts';
import { LegalText } from './LegalText.tsx';

const LegalPage = ({ text }: { text: typeof termsOfUse }) => (
  <PublicFrame>
    <Title order={1}>{text.title}</Title>
    <LegalText text={text} heading="h2" />
  </PublicFrame>
);

export const TermsPage = () => <LegalPage text={termsOfUse} />;
export const PrivacyPage = () => <LegalPage text={privacyPolicy} />;
