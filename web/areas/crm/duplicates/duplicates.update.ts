// Loaded at the first message: this call is no part of the first page.
import { invalidate } from '#app/queries.ts';
import { findDuplicates } from '#contract/duplicates.ts';

export const refreshDuplicates = () => void invalidate(findDuplicates);
