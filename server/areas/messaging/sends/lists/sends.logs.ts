// All mails in reach, the newest first: a page by keyset, all that match as a file, and how many a contact
// has in each state.
import { type RawBuilder, sql } from 'kysely';
import { getContactById, inReach, limitSearch } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor, zoneOfActor } from '#areas/identity/users/users.service.ts';
import type { EmailLogFilters, listEmailLogs as ListEmailLogs } from '#contract/emailLogs.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type MessageEventKind, type MessageState, messageEventKinds, messageStates } from '#contract/sendLists.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import type { Message } from '#contract/sends.ts';
import { audit } from '#kernel/audit.ts';
import { type Ctx, inTenant, readPage, type Tx } from '#kernel/context.ts';
import { keysetOf } from '#kernel/db/paging.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { csvOf } from '#tables/csvFile.ts';
import { fromMessages, isMail, messageColumns, stateNow } from './sends.lists.ts';

type Row = Message & { exact_at: string };

const places = keysetOf('email_logs');
const placeOf = ({ exact_at, id }: Row) => [exact_at, id];

export async function listEmailLogs(tx: Tx, { cursor, limit, ...filters }: InputOf<typeof ListEmailLogs>['query']) {
  const rows = await findMails(tx, filters, cursor ? places.placeOf(tx, cursor) : [], limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ exact_at: _, ...message }) => message),
    meta: { next_cursor: rows.length > limit && last ? places.cursorOf(tx, placeOf(last)) : null },
  };
}

const exportPage = 1_000;

export async function exportEmailLogs(ctx: Ctx, filters: EmailLogFilters): Promise<Download> {
  await inTenant(ctx, async (tx) => {
    await findMails(tx, filters, [], 1); // so that the asker sees a refusal, and no broken file
    const after = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    await audit(tx, { action: 'mails.exported', of: { type: 'company', id: tx.companyId }, after });
  });
  const rows = async function* () {
    yield ['Written (UTC)', 'Sent (UTC)', 'Contact id', 'Contact', 'E-mail', 'Subject', 'State', 'Reason', 'Outcome', 'Sender'];
    for (let after: unknown[] = []; ; ) {
      const page = await readPage(ctx, (tx) => findMails(tx, filters, after, exportPage));
      for (const row of page)
        yield [
          row.created_at,
          row.sent_at ?? '',
          String(row.contact.id),
          row.contact.name,
          row.address,
          row.subject,
          row.state,
          reasonWords(row.reason),
          row.outcome ?? '',
          row.sender.name,
        ];
      const last = page.at(-1);
      if (!last) return;
      after = placeOf(last);
    }
  };
  return { name: 'mails.csv', type: 'text/csv; charset=utf-8', content: csvOf(rows()) };
}

/** Messages that a page reads in their order before what matches is looked up (decision 0012). */
const maxRead = 5_000;

/** `after`: the place of the last mail that the reader has; empty for the start. */
async function findMails(tx: Tx, filters: EmailLogFilters, after: unknown[], limit: number): Promise<Row[]> {
  await limitSearch(tx);
  const { messages, others } = await conditionsOf(tx, filters, after);
  const inOrder = sql`
    select m.company_id, m.id, m.send_id, m.contact_id, m.state, m.created_at from messages m where ${allOf(messages)} order by m.created_at desc, m.id desc limit ${maxRead}`;
  const { rows: walked } = await sql<{ id: number; read: number }>`
    with walked as materialized (${inOrder})
    select m.id, (select count(*) from walked) as read ${fromMessages(tx, others, sql`walked`)}
    order by m.created_at desc, m.id desc limit ${limit}`.execute(tx.db);
  if (walked.length === limit || (walked[0]?.read ?? maxRead) < maxRead) return readMails(tx, walked);
  // Mails in reach lie far apart, or there are none: find all matches by their own indexes.
  const { rows } = await sql<{ id: number }>`
    with matching as materialized (select m.id, m.created_at ${fromMessages(tx, [...messages, ...others])})
    select id from matching order by created_at desc, id desc limit ${limit}`.execute(tx.db);
  return readMails(tx, rows);
}

async function readMails(tx: Tx, ids: { id: number }[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select ${messageColumns(tx)}, m.created_at::text as exact_at ${fromMessages(tx, [sql`m.id = any(${ids.map(({ id }) => id)}::bigint[])`])}
    order by m.created_at desc, m.id desc`.execute(tx.db);
  return rows;
}

/** `messages`: over `messages m` alone; `others`: with their send and contact. */
async function conditionsOf(tx: Tx, filters: EmailLogFilters, after: unknown[]) {
  const { contact_id, state, outcome, address, sender_id, campaign_trigger_id, from, to } = filters;
  const [at, id] = after;
  const zone = from || to ? await zoneOfActor(tx) : '';
  const day = (date: string, days: number) => sql`((${date}::date + ${days}::integer)::timestamp at time zone ${zone})`;
  const messages: Condition[] = [
    sql`m.company_id = ${tx.companyId} and m.sender is null`, // texts have a list of their own
    ...(at && id ? [sql<boolean>`(m.created_at, m.id) < (${at}::timestamptz, ${id}::bigint)`] : []),
    ...(contact_id === undefined ? [] : [sql<boolean>`m.contact_id = ${(await getContactById(tx, contact_id)).id}`]),
    ...(state ? [storedAs(state)] : []),
    ...(outcome ? [sql<boolean>`${sql.ref(`m.${outcome}_at`)} is not null`] : []),
    ...(address ? [sql<boolean>`m.address = ${address.toLowerCase()}`] : []),
    ...(from ? [sql<boolean>`m.created_at >= ${day(from, 0)}`] : []),
    ...(to ? [sql<boolean>`m.created_at < ${day(to, 1)}`] : []),
  ];
  const others: Condition[] = [
    inReach(await reachOfActor(tx)),
    ...(state === 'queued' || state === 'cancelled' ? [sql<boolean>`${stateNow} = ${state}`] : []),
    ...(sender_id === undefined ? [] : [sql<boolean>`s.asked_by = ${sender_id}`]),
    ...(campaign_trigger_id === undefined ? [] : [sql<boolean>`s.campaign_trigger_id = ${campaign_trigger_id}`]),
  ];
  return { messages, others };
}

/** Messages of a cancelled send stay queued in the table. The states are literals, so that partial indexes serve them. */
const storedAs = (state: MessageState): RawBuilder<boolean> =>
  state === 'cancelled' ? sql`m.state in ('cancelled', 'queued')` : sql`m.state = ${sql.lit(state)}`;

export async function getEmailCounts(tx: Tx, contactId: number) {
  const { id } = await getContactById(tx, contactId);
  const { rows: states } = await sql<{ state: MessageState; count: number }>`
    select ${stateNow} as state, count(*) ${fromMessages(tx, [isMail, sql`m.contact_id = ${id}`])} group by 1`.execute(tx.db);
  const { rows } = await sql<Record<MessageEventKind, number>>`
    select ${sql.join(messageEventKinds.map((kind) => sql`count(${sql.ref(`m.${kind}_at`)}) as ${sql.ref(kind)}`))}
    from messages m where m.company_id = ${tx.companyId} and m.contact_id = ${id} and m.sender is null`.execute(tx.db);
  return {
    states: messageStates.flatMap((state) => states.filter((row) => row.state === state)),
    outcomes: messageEventKinds.flatMap((outcome) => {
      const count = rows[0]?.[outcome] ?? 0;
      return count > 0 ? [{ outcome, count }] : [];
    }),
  };
}
