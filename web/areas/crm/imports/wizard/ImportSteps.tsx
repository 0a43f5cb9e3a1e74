// Where one is in an import, and the way back to what is done.
import { Link } from '@tanstack/react-router';
import classes from './ImportSteps.module.css';
import { useDraft } from './imports.draft.ts';

const steps = ['drop', 'map', 'check', 'go'] as const;
export type Step = (typeof steps)[number];

const words: Record<Step, string> = { drop: 'Drop', map: 'Map', check: 'Check', go: 'Go' };

/** For a screen reader, on arrival. */
export const stepName = (step: Step) => `${words[step]}, step ${steps.indexOf(step) + 1} of ${steps.length}`;

export function ImportSteps({ now }: { now: Step }) {
  const place = steps.indexOf(now);
  const draft = useDraft();
  return (
    <nav aria-label="Steps of the import">
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-done={index < place || undefined}
            aria-current={step === now ? 'step' : undefined}
          >
            {index < place && now !== 'go' ? (
              <Link
                to="/imports/new"
                search={step === 'map' && draft ? { draft: draft.file.id, step } : {}}
                className={classes.name}
              >
                {words[step]}
              </Link>
            ) : (
              <span className={classes.name}>{words[step]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
