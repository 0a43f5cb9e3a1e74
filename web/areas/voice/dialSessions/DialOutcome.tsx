// How a call went, by buttons with keys 1 to 7, and the note.
import { Button, Kbd, Textarea } from '@mantine/core';
import { activityOutcomeWords } from '#app/activityOutcomes.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import { activityOutcomes } from '#contract/activityTypes.ts';
import classes from './DialPage.module.css';
import type { Notes } from './useNotes.ts';

const dispositions = activityOutcomes.call;

export function DialOutcome({
  notes: { text, write, disposition, choose, isKept, isSaving, leave },
  label,
  keys = false,
  onNext,
}: {
  notes: Notes;
  label: string;
  /** Whether the keys 1 to 7 mean this one. */
  keys?: boolean;
  /** Ctrl or Cmd and Enter, from the note. */
  onNext?: () => void;
}) {
  const toggle = (each: (typeof dispositions)[number]) => choose?.(each === disposition ? null : each);
  useShortcuts(
    keys && choose
      ? dispositions.map((each, place) => ({
          keys: String(place + 1),
          label: activityOutcomeWords[each],
          group: 'How the call went',
          run: () => toggle(each),
        }))
      : [],
  );
  return (
    <>
      <fieldset className={`${classes.outcomes} group`} aria-label={label}>
        {dispositions.map((each, place) => (
          <Button
            key={each}
            size="sm"
            variant={each === disposition ? 'filled' : 'default'}
            aria-pressed={each === disposition}
            disabled={!choose}
            onClick={() => toggle(each)}
            {...(keys && {
              rightSection: (
                <Kbd size="xs" aria-hidden>
                  {place + 1}
                </Kbd>
              ),
            })}
          >
            {activityOutcomeWords[each]}
          </Button>
        ))}
      </fieldset>
      <Textarea
        label="Note"
        description={isSaving ? 'Saving …' : isKept ? (text ? 'Saved' : 'It is saved as you write.') : 'Not saved yet'}
        inputWrapperOrder={['label', 'input', 'description']}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={5_000}
        value={text}
        onChange={({ currentTarget: { value } }) => write(value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !onNext) return;
          event.preventDefault();
          onNext();
        }}
      />
    </>
  );
}
