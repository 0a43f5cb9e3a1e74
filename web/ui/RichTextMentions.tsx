// The people offered for a mention, below the text that asks for them. The focus stays in the text.
import classes from './RichTextEditor.module.css';
import type { Offer } from './richTextMention.ts';

export function RichTextMentions({ id, offer: { people, active, take, at } }: { id: string; offer: Offer }) {
  const left = Math.max(8, Math.min(at?.left ?? 0, innerWidth - 256));
  return (
    <div id={id} role="listbox" aria-label="Colleagues" className={classes.people} style={{ left, top: (at?.bottom ?? 0) + 4 }}>
      {people.map((person, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are pressed in the text
        <div
          key={person.id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(place)}
        >
          {person.name || 'No name'}
        </div>
      ))}
    </div>
  );
}
