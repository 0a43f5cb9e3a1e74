// Where one is in an import, and the way back to what is done.
import { Link } from '@tanstack/react-router';
import { stepName as nameOf, Stepper } from '#ui/Stepper.tsx';
import { useDraft } from './imports.draft.ts';

const steps = ['drop', 'map', 'check', 'go'] as const;
export type Step = (typeof steps)[number];

const words = ['Drop', 'Map', 'Check', 'Go'];

/** For a screen reader, on arrival. */
export const stepName = (step: Step) => nameOf(words, steps.indexOf(step));

export function ImportSteps({ now }: { now: Step }) {
  const draft = useDraft();
  const linkTo = (place: number, className: string) =>
    now !== 'go' && (
      <Link
        to="/imports/new"
        search={steps[place] === 'map' && draft ? { draft: draft.file.id, step: 'map' } : {}}
        className={className}
      >
        {words[place]}
      </Link>
    );
  return <Stepper label="Steps of the import" words={words} now={steps.indexOf(now)} linkTo={linkTo} />;
}
