// The contacts scope: which contacts a list, a count, an export or a bulk action covers, and in which order.
import { z } from 'zod';
import { Id } from './kit/endpoint.ts';
import { orderOf } from './kit/paging.ts';

/** The type of each filter field; it decides the allowed operators (filterOperators). */
export const filterFields = {
  name: 'text',
  first_name: 'text',
  last_name: 'text',
  organization: 'text',
  email: 'text',
  phone: 'phone',
  address: 'text',
  city: 'text',
  state: 'choice',
  zip_code: 'text',
  county: 'text',
  kind: 'choice',
  status: 'choice',
  agentflow_status: 'choice',
  source: 'choice',
  category: 'choice',
  owner: 'choice',
  gender: 'choice',
  language: 'choice',
  timezone: 'choice',
  tags: 'tags',
  birth_date: 'date',
  /** The next one, of whatever year. */
  birthday: 'birthday',
  /** The renewal of a policy in force. */
  policy_renewal: 'date',
  /** When there is something to do (`nextStepTimes`); empty: nothing is planned. */
  next_step: 'choice',
  age: 'age',
  created_at: 'date',
  updated_at: 'date',
  /** Of the latest logged activity. */
  last_activity_at: 'date',
  do_not_call: 'boolean',
  do_not_text: 'boolean',
  do_not_email: 'boolean',
  email_state: 'choice',
  /** The line type of the first number, from the carrier (`lineTypes`); empty: never checked. */
  phone_type: 'choice',
  import: 'choice',
} as const;
export type FilterField = keyof typeof filterFields;

export const filterOperators = {
  text: ['is', 'is_not', 'starts_with', 'contains', 'is_empty', 'is_not_empty'],
  phone: ['is', 'starts_with', 'is_empty', 'is_not_empty'],
  choice: ['any_of', 'none_of', 'is_empty', 'is_not_empty'],
  tags: ['any_of', 'all_of', 'none_of', 'is_empty', 'is_not_empty'],
  /** The last or next so many days, from today where the asking user is: the value is a number. */
  date: ['on', 'before', 'after', 'between', 'in_last', 'in_next', 'is_empty', 'is_not_empty'],
  number: ['is', 'at_least', 'at_most', 'between'],
  /** `turns_in`: reaches an age within so many days, `[65, 90]`. */
  age: ['is', 'at_least', 'at_most', 'between', 'turns_in'],
  boolean: ['is'],
  /** The value is a number of days, from today where the asking user is. */
  birthday: ['in_next'],
} as const satisfies Record<string, readonly string[]>;
/** `number` is of custom fields alone. */
export type FilterType = keyof typeof filterOperators;
export type FilterOperator = (typeof filterOperators)[FilterType][number];
const operators = [...new Set(Object.values(filterOperators).flat())] as FilterOperator[];

const FilterValue = z.union([
  z.string().max(500),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string().max(200), z.number()])).max(500),
]);

/**
 * A field is one of `filterFields`, `custom:<id>` for a custom field, or of a form `capture:<id>` (a choice of `captureStates`)
 * and `captured:<id>` (the day when somebody answered it last).
 */
export const Filter = z
  .object({
    field: z
      .string()
      .refine(
        (field) => Object.hasOwn(filterFields, field) || /^(custom|capture|captured):\d{1,15}$/.test(field),
        'You cannot filter by this field',
      ),
    operator: z.enum(operators),
    value: FilterValue.nullable().default(null),
  })
  .meta({ id: 'Filter' });
export type Filter = z.output<typeof Filter>;

const isEmptyFilter = (filter: unknown): boolean => {
  if (typeof filter === 'string') return filter.trim() === '';
  const { operator, value } = (filter ?? {}) as { operator?: string; value?: unknown };
  if (operator === 'is_empty' || operator === 'is_not_empty') return false;
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
};

/** The words to search for in a text, without the signs between them. */
export const wordsIn = (text: string): string[] => text.split(/[\s\-()/"',&]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)); // other signs are in no index

/** In a whole scope: each word is compared with every contact that the other filters leave. */
const maxWords = 20;
/** Values in all filters of a scope together. */
const maxValues = 1_000;

const wordsOfFilter = ({ field, value }: Filter): number => {
  const isText = field.startsWith('custom:') || filterFields[field as FilterField] === 'text';
  return isText && typeof value === 'string' ? Math.max(1, wordsIn(value).length) : 0;
};

/**
 * The first three have indexes; by the others a list of more than 10,000 contacts is refused
 * (`contacts.too_many_to_sort`).
 */
export const contactOrders = [
  'last_name',
  'created_at',
  'updated_at',
  'first_name',
  'phone',
  'email',
  'city',
  'birth_date',
  /** From today (UTC) on to the same day next year. */
  'birthday',
  'status',
  'source',
  'category',
  'owner',
  'next_step',
] as const;
export const contactGroups = ['all', 'all_agents', 'downline', 'deleted'] as const;

/**
 * A field that it does not know is refused: a filter that was ignored would choose more contacts than wanted.
 */
export const ContactsScope = z
  .strictObject({
    /** Filters; a plain string is a free-text search; empty ones are dropped. A contact must match all. */
    search: z
      .preprocess(
        (list) =>
          Array.isArray(list)
            ? list.filter((filter) => !isEmptyFilter(filter))
            : typeof list === 'string'
              ? list.trim()
                ? [list]
                : []
              : list,
        z.array(z.union([Filter, z.string().max(200)])).max(50),
      )
      .default([]),
    /** Contacts that share the named fields with another contact. */
    duplicate: z
      .object({
        is_duplicate: z.boolean().default(false),
        first_name: z.boolean().default(false),
        last_name: z.boolean().default(false),
        address: z.boolean().default(false),
      })
      .default({ is_duplicate: false, first_name: false, last_name: false, address: false }),
    /**
     * Free text over name, organization, phone and e-mail. Each word matches the beginning of a word; four or
     * more digits match any part of a number.
     */
    q: z.string().trim().max(200).default(''),
    contact_group: z
      .enum(contactGroups)
      .or(z.literal('').transform(() => 'all' as const))
      .default('all'),
    /**
     * With `downline_user_id`: that user's people too. With the group `downline`: the whole tree, not only
     * direct reports.
     */
    all_downline: z.boolean().default(false),
    downline_user_id: Id.nullable().default(null),
    category: Id.or(z.literal('').transform(() => null))
      .nullable()
      .default(null),
    /** `mine`: owned by a user, in no pool. A number: in that pool. `all`: both. */
    pool_id: z.union([z.literal('mine'), z.literal('all'), Id]).default('mine'),
    /** `user`: looked after by a user; `pool`: by the holders of a pool. */
    representer_type: z
      .enum(['user', 'pool'])
      .or(z.literal('').transform(() => null))
      .nullable()
      .default(null),
    /** The group `all`, whatever `contact_group` says: for a selection that goes beyond the group in view. */
    for_contact_group_all: z.boolean().default(false),
    /** Of these contacts only the first or last so many, in this order. */
    select_n: z.int().min(1).max(250_000).nullable().default(null),
    type: z.enum(['first', 'last']).default('first'),
    ...orderOf(contactOrders),
    limit: z.int().min(1).max(200).default(50),
    page: z.int().min(1).default(1),
    /** The last answer's `meta.next_cursor`; `page` is then ignored. */
    cursor: z.string().max(2000).nullable().default(null),
  })
  .superRefine(({ q, search }, { addIssue }) => {
    const texts = [q, ...search.filter((filter) => typeof filter === 'string')];
    const filters = search.filter((filter) => typeof filter !== 'string');
    const words = texts.flatMap(wordsIn).length + filters.reduce((sum, filter) => sum + wordsOfFilter(filter), 0);
    const values = filters.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 0), 0);
    const refuse = (message: string) => addIssue({ code: 'custom', path: ['search'], message });
    if (words > maxWords) refuse(`Search for at most ${maxWords} words, over all filters`);
    if (values > maxValues) refuse(`Choose at most ${maxValues} values, over all filters`);
  })
  .meta({ id: 'ContactsScope' });
export type ContactsScope = z.output<typeof ContactsScope>;
export type ContactsScopeInput = z.input<typeof ContactsScope>;

/** Contacts that are chosen, or left out, one by one. */
export const maxIds = 10_000;

/** The contacts of an action: ids; or a whole scope with exceptions. The job freezes them when it starts. */
export const Selection = z
  .strictObject({
    ids: z.array(Id).max(maxIds).default([]),
    all: z.boolean().default(false),
    except_ids: z.array(Id).max(maxIds).default([]),
    contacts_scope: ContactsScope.prefault({}),
  })
  .refine(({ all, ids }) => all || ids.length > 0, { path: ['ids'], message: 'Choose at least one contact' })
  .meta({ id: 'Selection' });
export type Selection = z.output<typeof Selection>;
