// One filter of a scope as one SQL condition. A value that does not fit its field is refused under the filter's own path.

import { sql } from 'kysely';
import { captureCondition, findForm } from '#areas/crm/captureForms/captureForms.service.ts';
import { zoneOfActor } from '#areas/identity/users/users.service.ts';
import { captureStates } from '#contract/captureProgress.ts';
import { type Filter, type FilterField, type FilterType, filterFields, filterOperators } from '#contract/contactsScope.ts';
import type { CustomField } from '#contract/customFields.ts';
import { lineTypes } from '#contract/phoneCheckLists.ts';
import { nextStepTimes } from '#contract/taskLists.ts';
import type { Tx } from '#kernel/context.ts';
import { type Condition, escapeLike } from '#kernel/db/sql.ts';
import { wrong } from '#kernel/errors.ts';
import { ageCondition, birthdayCondition, dayCondition, dayIn, fixedDays, momentCondition } from './contacts.filterDays.ts';
import { type Refuse, toBoolean, toIds, toNumber, toText, toTexts } from './contacts.filterValues.ts';
import { hasTask, taskTime } from './contacts.nextSteps.ts';

/** Plain columns by field. Text is compared folded; ids are numbers. */
const columns: Partial<Record<FilterField, string>> = {
  first_name: 'c.first_name',
  last_name: 'c.last_name',
  organization: 'c.organization',
  address: 'c.address',
  city: 'c.city',
  zip_code: 'c.zip_code',
  county: 'c.county',
  state: 'c.state',
  kind: 'c.kind',
  gender: 'c.gender',
  language: 'c.language',
  timezone: 'c.timezone',
  status: 'c.status_id',
  agentflow_status: 'c.agentflow_status_id',
  source: 'c.source_id',
  category: 'c.category_id',
  owner: 'c.owner_id',
  import: 'c.import_id',
  birth_date: 'c.birth_date',
  do_not_call: 'c.do_not_call',
  do_not_text: 'c.do_not_text',
  do_not_email: 'c.do_not_email',
};
const idFields = new Set<string>(['status', 'agentflow_status', 'source', 'category', 'owner', 'import']);
/** Their text stands in `search` too, so its index can find candidates. */
export const searched = new Set<string>(['name', 'first_name', 'last_name', 'organization', 'email']);

export async function conditionOfFilter(tx: Tx, filter: Filter, path: string): Promise<Condition> {
  const refuse = (text: string) => wrong(path, text);
  const custom = filter.field.match(/^custom:(\d+)$/)?.[1];
  if (custom) return customCondition(tx, Number(custom), filter, refuse);
  if (/^captured?:/.test(filter.field)) return formCondition(tx, filter, refuse);

  const field = filter.field as FilterField;
  const type = filterFields[field];
  mustFit(field, type, filter.operator, refuse);
  switch (type) {
    case 'text':
      return textCondition(field, filter, refuse);
    case 'phone':
      return phoneCondition(filter, refuse);
    case 'choice':
      if (field === 'next_step') return nextStepCondition(tx, filter, refuse);
      if (field === 'phone_type') return phoneTypeCondition(tx, filter, refuse);
      return field === 'email_state' ? emailStateCondition(filter, refuse) : choiceCondition(field, filter, refuse);
    case 'tags':
      return tagsCondition(filter, refuse);
    case 'boolean':
      return sql`${column(field)} = ${toBoolean(filter.value, refuse)}`;
    case 'age':
      return ageCondition(tx, filter, refuse);
    case 'birthday':
      return birthdayCondition(tx, filter, refuse);
    case 'date': {
      const fixed = await fixedDays(tx, filter, refuse);
      if (field === 'policy_renewal') return renewalCondition(tx, fixed, refuse);
      return field === 'birth_date'
        ? dayCondition(column(field), fixed, refuse)
        : momentCondition(tx, sql.ref(`c.${field}`), fixed, refuse);
    }
  }
}

/** A condition that reads another way than it was meant could change the wrong people. */
function mustFit(name: string, type: FilterType, operator: string, refuse: Refuse) {
  const fitting: readonly string[] = [...filterOperators[type], 'is_empty', 'is_not_empty'];
  if (!fitting.includes(operator)) throw refuse(`“${name}” cannot be compared with “${operator}”`);
}

function column(field: FilterField) {
  const name = columns[field];
  if (!name) throw new Error(`no column behind the filter ${field}`);
  return sql.raw<string>(name);
}

function textCondition(field: FilterField, { operator, value }: Filter, refuse: Refuse): Condition {
  const text =
    field === 'name'
      ? sql`fold(c.first_name || ' ' || c.last_name)`
      : field === 'email'
        ? sql`c.email`
        : sql`fold(${column(field)})`;
  const empty =
    field === 'name' ? sql<boolean>`c.sort_name = ' '` : sql<boolean>`${field === 'email' ? sql`c.email` : column(field)} = ''`;
  if (operator === 'is_empty') return empty;
  if (operator === 'is_not_empty') return sql`not (${empty})`;
  const given = toText(value, refuse);
  const like = escapeLike(given);
  const parts = searched.has(field) ? given.split(/\s+/).filter((part) => part.length >= 3) : [];
  const candidates = sql.join(
    parts.slice(0, 3).map((part) => sql`c.search like '%' || searchable(${escapeLike(part)}) || '%' and `),
    sql``,
  );
  const second = (test: Condition) =>
    field === 'email' ? sql<boolean>`(c.email ${test} or c.email_2 ${test})` : sql<boolean>`${text} ${test}`;
  switch (operator) {
    case 'is':
      if (field === 'email') return second(sql`= lower(${given})`);
      return sql`(${candidates}${text} = fold(${given}))`;
    case 'is_not':
      return sql`${text} <> fold(${given})`;
    case 'starts_with':
      if (field === 'last_name') return sql`c.sort_name like fold_words(${like}) || '%'`;
      return sql`(${candidates}${second(sql`like fold(${like}) || '%'`)})`;
    default:
      return sql`(${candidates}${second(sql`like '%' || fold(${like}) || '%'`)})`;
  }
}

function phoneCondition({ operator, value }: Filter, refuse: Refuse): Condition {
  if (operator === 'is_empty') return sql`c.phone = ''`;
  if (operator === 'is_not_empty') return sql`c.phone <> ''`;
  const digits = toText(value, refuse)
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10}$)/, '');
  if (!digits) throw refuse('Enter some digits');
  if (operator === 'is') return sql`(c.phone = ${digits} or c.phone_2 = ${digits})`;
  return sql`(c.search like '% ' || ${digits} || '%' and (c.phone like ${digits} || '%' or c.phone_2 like ${digits} || '%'))`;
}

function choiceCondition(field: FilterField, { operator, value }: Filter, refuse: Refuse): Condition {
  const ref = column(field);
  const empty = field === 'state' ? sql<boolean>`${ref} = ''` : sql<boolean>`${ref} is null`;
  if (operator === 'is_empty') return empty;
  if (operator === 'is_not_empty') return sql`not (${empty})`;
  const list = idFields.has(field) ? sql`${toIds(value, refuse)}::bigint[]` : sql`${toTexts(value)}::text[]`;
  return operator === 'any_of' ? sql`${ref} = any(${list})` : sql`(${ref} is null or ${ref} <> all(${list}))`;
}

function emailStateCondition({ operator, value }: Filter, refuse: Refuse): Condition {
  const state = sql`c.emails -> 0 ->> 'state'`;
  if (operator === 'is_empty') return sql`c.email = ''`;
  if (operator === 'is_not_empty') return sql`c.email <> ''`;
  const list = toTexts(value);
  if (list.length === 0) throw refuse('Choose at least one');
  return operator === 'any_of'
    ? sql`(${state}) = any(${list}::text[])`
    : sql`(c.email = '' or (${state}) <> all(${list}::text[]))`;
}

/** The line type of the first number, by the carrier. */
function phoneTypeCondition({ companyId }: Tx, { operator, value }: Filter, refuse: Refuse): Condition {
  const is = (test: Condition) =>
    sql<boolean>`c.phone in (select f.address from address_facts f where f.company_id = ${companyId} and ${test})`;
  const known = is(sql`f.line_type is not null`);
  if (operator === 'is_empty') return sql`not (${known})`;
  if (operator === 'is_not_empty') return known;
  const list = toTexts(value);
  if (list.length === 0 || list.some((each) => !lineTypes.some((type) => type === each))) throw refuse('Choose from the list');
  const chosen = is(sql`f.line_type = any(${list}::text[])`);
  return operator === 'any_of' ? chosen : sql`not (${chosen})`;
}

function tagsCondition({ operator, value }: Filter, refuse: Refuse): Condition {
  if (operator === 'is_empty') return sql`c.tags = '{}'`;
  if (operator === 'is_not_empty') return sql`c.tags <> '{}'`;
  const ids = toIds(value, refuse);
  if (operator === 'all_of') return sql`c.tags @> ${ids}::bigint[]`;
  return operator === 'any_of' ? sql`c.tags && ${ids}::bigint[]` : sql`not (c.tags && ${ids}::bigint[])`;
}

/** Contacts with a task at one of these times. */
async function nextStepCondition(tx: Tx, { operator, value }: Filter, refuse: Refuse): Promise<Condition> {
  const any = hasTask(tx, sql`true`);
  if (operator === 'is_empty') return sql`not ${any}`;
  if (operator === 'is_not_empty') return any;
  const zone = await zoneOfActor(tx);
  const today = dayIn(zone, tx.clock());
  const asked = toTexts(value).map((time) => nextStepTimes.find((each) => each === time));
  if (asked.length === 0) throw refuse('Choose at least one');
  const chosen = asked.map((time) => {
    if (!time) throw refuse('Choose from the list');
    return taskTime(time, { today, zone, now: tx.clock() });
  });
  const has = hasTask(tx, sql`(${sql.join(chosen, sql` or `)})`);
  return operator === 'any_of' ? has : sql`not ${has}`;
}

/** A policy or security in force renews then. */
function renewalCondition({ companyId }: Tx, filter: Filter, refuse: Refuse): Condition {
  const renews = (test: Condition) =>
    sql<boolean>`exists (select from policies p where p.company_id = ${companyId} and p.contact_id = c.id
      and p.status = 'in_force' and p.deleted_at is null and ${test})`;
  const day = sql.raw<string>('p.renewal_date');
  return filter.operator === 'is_empty' ? sql`not ${renews(sql`${day} is not null`)}` : renews(dayCondition(day, filter, refuse));
}

async function customCondition(tx: Tx, fieldId: number, filter: Filter, refuse: Refuse): Promise<Condition> {
  const field = await tx.db
    .selectFrom('custom_fields')
    .select(['id', 'name', 'type'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', fieldId)
    .executeTakeFirst();
  if (!field) throw refuse('This field does not exist');
  const has = (test: Condition) =>
    sql<boolean>`exists (select from contact_field_values v where v.company_id = ${tx.companyId} and v.contact_id = c.id and v.field_id = ${fieldId} and ${test})`;
  const { operator, value } = filter;
  const type = field.type as CustomField['type'];
  mustFit(field.name, type, operator, refuse);
  if (operator === 'is_empty') return sql`not ${has(sql`true`)}`;
  if (operator === 'is_not_empty') return has(sql`true`);
  switch (type) {
    case 'number': {
      const [low, high = low] = (Array.isArray(value) ? value : [value]).map((item) => toNumber(item, refuse));
      if (operator === 'at_least') return has(sql`v.number_value >= ${low}`);
      if (operator === 'at_most') return has(sql`v.number_value <= ${low}`);
      return has(operator === 'between' ? sql`v.number_value between ${low} and ${high}` : sql`v.number_value = ${low}`);
    }
    case 'date':
      return has(dayCondition(sql.raw('v.date_value'), await fixedDays(tx, filter, refuse), refuse));
    case 'boolean':
      return has(sql`v.boolean_value = ${toBoolean(value, refuse)}`);
    case 'choice': {
      const given = sql`${toTexts(value)}::text[]`;
      const keys = sql`array(select left(fold(one), 200) from unnest(${given}) one)`;
      const chosen = has(sql`v.text_key = any(${keys}) and v.text_value = any(${given})`);
      return operator === 'none_of' ? sql`not ${chosen}` : chosen;
    }
    default: {
      const given = toText(value, refuse);
      const same = has(sql`v.text_key = left(fold(${given}), 200) and fold(v.text_value) = fold(${given})`);
      if (operator === 'is') return same;
      if (operator === 'is_not') return sql`not ${same}`;
      return has(sql`fold(v.text_value) like ${operator === 'starts_with' ? '' : '%'} || fold(${escapeLike(given)}) || '%'`);
    }
  }
}

/** How far a form is answered, or the day of its last answer. */
async function formCondition(tx: Tx, filter: Filter, refuse: Refuse): Promise<Condition> {
  const { field, operator, value } = filter;
  const form = await findForm(tx, Number(field.split(':')[1]));
  if (!form) throw refuse('This form does not exist');
  if (field.startsWith('captured:')) {
    mustFit(form.name, 'date', operator, refuse);
    const captures = sql`from contact_captures k where k.company_id = ${tx.companyId} and k.form_id = ${form.id}`;
    const last = sql`(select max(k.at) ${captures} and k.contact_id = c.id)`;
    const condition = await momentCondition(tx, last, await fixedDays(tx, filter, refuse), refuse);
    // An index finds the contacts with any answer.
    return operator === 'is_empty' ? condition : sql`(c.id in (select k.contact_id ${captures}) and ${condition})`;
  }
  mustFit(form.name, 'choice', operator, refuse);
  const chosen = operator === 'is_empty' || operator === 'is_not_empty' ? ['not_started'] : toTexts(value);
  if (chosen.some((each) => !captureStates.some((state) => state === each))) throw refuse('Choose from the list');
  const isLeftOut = operator === 'none_of' || operator === 'is_not_empty';
  return captureCondition(
    tx,
    form,
    captureStates.filter((state) => chosen.includes(state) !== isLeftOut),
  );
}
