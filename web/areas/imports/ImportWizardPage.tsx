import { PageHeader } from '../../ui/PageHeader.tsx';

export function ImportWizardPage() {
  return <PageHeader title="Import contacts" />;
}
