// The frame of each step of an import: which step it is, and a link back to the steps before.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Stepper, stepName } from '#ui/Stepper.tsx';
import { WizardFrame } from '#ui/WizardFrame.tsx';
import { useDraft } from './imports.draft.ts';

const steps = ['drop', 'map', 'check', 'go'] as const;
const words = ['Drop', 'Map', 'Check', 'Go'];

export function ImportFrame({
  step,
  title = 'Import contacts',
  ...parts
}: {
  /** Undefined: not in the wizard, on an import's own page. */
  step?: (typeof steps)[number] | undefined;
  title?: string;
  /** The file: its name, its size. */
  about?: ReactNode;
  actions?: ReactNode;
  /** The buttons to the next step. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const draft = useDraft();
  if (!step) return <WizardFrame label={title} title={title} {...parts} />;
  const now = steps.indexOf(step);
  const linkTo = (place: number, className: string) =>
    step !== 'go' && (
      <Link
        to="/imports/new"
        search={steps[place] === 'map' && draft ? { draft: draft.file.id, step: 'map' } : {}}
        className={className}
      >
        {words[place]}
      </Link>
    );
  return (
    <WizardFrame
      label={stepName(words, now)}
      title={title}
      steps={<Stepper label="Steps of the import" words={words} now={now} linkTo={linkTo} />}
      {...parts}
    />
  );
}
