// The declaration of a look-up's screen: four endpoints, its words and its form. LookupPage does the rest.
import type { UseFormReturnType } from '@mantine/form';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { AnswerOf, CallOf, Endpoint } from '#contract/kit/endpoint.ts';

export type LookupRow = { id: number; used: number | null };
type RowOf<List> = AnswerOf<List> extends { data: (infer Row)[] } ? Row : never;
type BodyOf<Create> = CallOf<Create> extends { body: infer Body } ? Body : never;

export interface LookupScreen<Row extends LookupRow = LookupRow, Values extends object = object> {
  list: Endpoint;
  create: Endpoint;
  update: Endpoint;
  remove: Endpoint;
  /** Of the page, and in a sentence for one row: `Statuses`, `status`. */
  title: string;
  one: string;
  icon: Icon;
  /** The purpose of the rows; shown while there are none. */
  about: string;
  nameOf: (row: Row) => string;
  /** Before the name: a colour. */
  mark?: (row: Row) => ReactNode;
  /** Beside the name; below it on a phone. */
  columns?: readonly { header: string; cell: (row: Row) => ReactNode }[];
  /** Users order the rows by hand. */
  ordered?: boolean;
  /** The heading above a row; rows with the same heading stand together. */
  groupOf?: (row: Row) => string;
  /** Beside that heading; `place` among the headings, from 0. */
  groupTools?: (row: Row, place: { index: number; count: number }) => ReactNode;
  /** Contacts have values in a row, which are deleted with it: no other row takes its place. Says so of “12 contacts”. */
  losesValues?: (contacts: string) => string;
  /** Words for the rows that point at a row; by default contacts. Null: nothing is counted. */
  counted?: readonly [one: string, many: string] | null;
  /** The contacts that point at it, as a search of the contact list. */
  usedIn?: (row: Row) => object;
  /** The form's first values; empty for a new row. */
  valuesOf: (row: Row | undefined) => Values;
  bodyOf: (values: Values) => object;
  Fields: ComponentType<{ form: UseFormReturnType<Values> }>;
}

type Typed<List, Create, Values extends object> = Omit<
  LookupScreen<Extract<RowOf<List>, LookupRow>, Values>,
  'list' | 'create' | 'bodyOf'
> & { list: List; create: Create; bodyOf: (values: Values) => BodyOf<Create> };

/** Checks the form's types against the endpoints. */
export const lookupScreen = <List extends Endpoint, Create extends Endpoint, Values extends object>(
  screen: Typed<List, Create, Values>,
) => screen as unknown as LookupScreen;

/** `a status`, `an office` */
export const aRow = ({ one }: Pick<LookupScreen, 'one'>) => `${/^[aeio]/.test(one) ? 'an' : 'a'} ${one}`;
