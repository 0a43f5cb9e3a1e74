// Whether the dialog in which one chooses the next person to act as is open.
import { createStore } from './store.ts';

export const acting = createStore(false);
