// Opening the question to the company's support without loading it.
import { createStore } from './store.ts';

export const helpAsked = createStore(false);
