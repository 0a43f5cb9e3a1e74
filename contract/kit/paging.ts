// The query of a short list by pages, in the words that all such lists share: `z.object({ ...pageOf(25), ...orderOf(['name', 'email']) })`.
import { z } from 'zod';
import { Limit, Line, Page } from './endpoint.ts';

type Names = readonly [string, ...string[]];

/** Free text, and a page from 1. */
export const pageOf = (limit: number) => ({ q: Line(100).default(''), page: Page, limit: Limit(limit) });

/** `order` in any case; the first field is the default. */
export const orderOf = <const Fields extends Names>(fields: Fields, direction: 'ASC' | 'DESC' = 'ASC') => ({
  order: z
    .preprocess((order) => (typeof order === 'string' ? order.toUpperCase() : order), z.enum(['ASC', 'DESC']))
    .default(direction),
  order_field: z.enum(fields).default(fields[0] as never),
});

/** The first tab is the default. */
export const tabOf = <const Tabs extends Names>(tabs: Tabs) => ({ tab: z.enum(tabs).default(tabs[0] as never) });

/** Rows whose named field contains the text; all while either is empty. */
export const filterOf = <const Fields extends Names>(fields: Fields) => ({
  filter_by: z.enum([...fields, '']).default('' as never),
  filter_value: Line().default(''),
});
