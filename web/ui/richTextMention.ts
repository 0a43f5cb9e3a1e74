// `@` and a name: offers people, and puts the chosen one into the text.
import { Mention } from '@tiptap/extension-mention';
import type { SuggestionProps } from '@tiptap/suggestion';

interface Named {
  id: number;
  name: string;
}

/** The people for the name that is being typed. */
export interface Offer {
  people: Named[];
  /** Which of them Enter takes. */
  active: number;
  take(place: number): void;
  /** Of the `@`, on the screen. */
  at: DOMRect | null;
}

export function mentionOf(find: (q: string) => Promise<Named[]>, show: (offer: Offer | null) => void) {
  let offer: Offer | null = null;
  const set = (next: Offer | null) => {
    offer = next;
    show(next);
  };
  const offered = ({ items, command, clientRect }: SuggestionProps<Named>): Offer => ({
    people: items,
    active: 0,
    take: (place) => {
      const person = items[place];
      if (person) command({ id: person.id, label: person.name } as never);
    },
    at: clientRect?.() ?? null,
  });
  const move = (by: number) =>
    offer && set({ ...offer, active: (offer.active + by + offer.people.length) % offer.people.length });
  return Mention.configure({
    renderText: ({ node }) => `@${node.attrs.label}`,
    suggestion: {
      items: ({ query }) => find(query).catch(() => []),
      allowSpaces: true,
      render: () => ({
        onStart: (props) => set(offered(props)),
        onUpdate: (props) => set(offered(props)),
        onExit: () => set(null),
        onKeyDown: ({ event: { key } }) => {
          if (!offer || offer.people.length === 0) return false;
          if (key === 'ArrowDown') move(1);
          else if (key === 'ArrowUp') move(-1);
          else if (key === 'Enter' || key === 'Tab') offer.take(offer.active);
          else if (key === 'Escape') set(null);
          else return false;
          return true;
        },
      }),
    },
  });
}
