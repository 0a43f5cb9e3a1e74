// A well-formed call of every endpoint, aimed at rows made for it. An endpoint without an example does not compile.
import pg from 'pg';
import type { createContact } from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import type { CallOf, Endpoint } from '#contract/endpoint.ts';
import { validateImport } from '#contract/imports.ts';
import type { areas } from '#contract/index.ts';
import { companyFlag } from '#kernel/tasks.ts';
import { aContact, aStatus, aTag } from './factories.ts';
import type { Client, Sent, TestFile, TestServer } from './server.ts';

export const sheet: TestFile = { name: 'leads.csv', content: 'First name,Last name,Phone\nRosa,Alvarez,3055550101\n' };
const form = {
  fields: [{ column: 0, heading: 'First name', field: 'first_name' as const }],
  tags: [{ name: 'fair' }],
  scrub_against: { by: ['phone' as const], updated_lead_tags: [{ name: 'again' }] },
  api_vendor_obj: { vendor_name: 'Leadwell', lead_type: 'T65' },
};

export type Targets = Awaited<ReturnType<typeof someTargets>>;

/** Rows of one company, one of each kind that a call may name. */
export async function someTargets(server: TestServer, companyId: number, { userId, call }: Client) {
  const { db } = server.operator;
  const contact = await aContact(server, companyId, { owner_id: userId, first_name: 'Rosa', last_name: 'Alvarez' });
  const insert = <T>(query: { executeTakeFirstOrThrow(): Promise<T> }) => query.executeTakeFirstOrThrow();
  const unique = crypto.randomUUID();
  const note = insert(
    db
      .insertInto('contact_notes')
      .values({ company_id: companyId, contact_id: contact, author_id: userId, body: 'Hi' })
      .returning('id'),
  );
  const customField = insert(
    db.insertInto('custom_fields').values({ company_id: companyId, name: unique, type: 'text' }).returning('id'),
  );
  const bulkAction = insert(
    db
      .insertInto('bulk_actions')
      .values({ company_id: companyId, deed: 'tag', asked_by: userId, selection: '{}', input: '{}' })
      .returning('id'),
  );
  const importSetting = insert(
    db
      .insertInto('import_settings')
      .values({ company_id: companyId, name: unique, form: JSON.stringify(form), created_by: userId })
      .returning('id'),
  );
  return {
    user: userId,
    contact,
    note: (await note).id,
    customField: (await customField).id,
    bulkAction: (await bulkAction).id,
    importSetting: (await importSetting).id,
    tag: await aTag(server, companyId, unique),
    status: await aStatus(server, companyId, unique),
    importAttempt: (await call(validateImport, { body: {}, files: { import_file: sheet } })).id,
    deadJob: await aDeadJob(server, companyId),
  };
}

async function aDeadJob(server: TestServer, companyId: number): Promise<string> {
  const client = new pg.Client(server.url);
  await client.connect();
  const { rows } = await client.query(
    `select id from graphile_worker.permanently_fail_jobs(
       array[(graphile_worker.add_job('test.none', max_attempts => 1, flags => $1)).id], 'TypeError')`,
    [[companyFlag(companyId)]],
  );
  await client.end();
  return String(rows[0].id);
}

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Contract = Intersection<(typeof areas)[keyof typeof areas]>;
export type EndpointName = { [K in keyof Contract]: Contract[K] extends Endpoint ? K : never }[keyof Contract];
export type Calls = { [Name in EndpointName]: Sent<Contract[Name]> };

export function exampleCalls(to: Targets): Calls {
  const contact = { params: { id: to.contact } };
  const note = { params: { id: to.contact, noteId: to.note } };
  const attempt = { params: { id: to.importAttempt } };
  const field = { params: { id: to.customField } };
  const action = { params: { id: to.bulkAction } };
  const fields: CallOf<typeof createContact>['body'] = {
    kind: 'client',
    first_name: 'Rosa',
    organization: 'Alvarez & Daughters',
    birth_date: '1959-04-01',
    gender: 'female',
    language: 'spanish',
    tobacco_user: false,
    phones: [{ type: 2, number: '(305) 555-0101' }],
    emails: [{ address: 'rosa@example.com' }],
    state: 'FL',
    zip_code: '33101',
    timezone: 'est',
    status_id: to.status,
    category: 'medicare',
    note: 'Two\nlines',
    do_not_call: true,
    consent: { text: 'Yes', at: '2026-01-02T03:04:05Z', ip: '127.0.0.1', source: 'form' },
    medicare_number: '1EG4-TE5-MK73',
    medicare_part_a: '2024-05-01',
    custom_fields: { [String(to.customField)]: 'Mornings' },
  };
  const scope: ContactsScopeInput = {
    search: [
      'ro',
      { field: 'last_name', operator: 'starts_with', value: 'A' },
      { field: 'tags', operator: 'none_of', value: [to.tag] },
      { field: 'age', operator: 'between', value: [20, 90] },
      { field: `custom:${to.customField}`, operator: 'is_empty' },
    ],
    duplicate: { is_duplicate: false, address: true },
    q: 'rosa',
    contact_group: 'downline',
    all_downline: true,
    downline_user_id: to.user,
    pool_id: 'all',
    order: 'desc',
    order_field: 'created_at',
    limit: 20,
    page: 2,
  };
  const selection = { ids: [to.contact], except_ids: [], select_n: null, type: 'first' as const };
  return {
    createSession: { body: { email: 'rosa@example.com', password: 'wrong' } },
    deleteSession: {},
    getMe: {},
    listAssignees: { query: { q: 'ro' } },
    listContacts: { body: { contacts_scope: scope, meta_only: false, exact: true } },
    createContact: { body: { ...fields, owner_id: to.user, tags: [to.tag] } },
    getContact: { ...contact, query: { not_remove_new_tag: true } },
    updateContact: { ...contact, body: { phones: fields.phones, consent: null, version: 1, owner_id: to.user, pool_id: null } },
    quickUpdateContact: { ...contact, body: { first_name: 'Rosa' } },
    updateContactNote: { ...contact, body: { note: 'Likes tea' } },
    assignContactToMe: contact,
    logContactActivity: { ...contact, body: { type: 'call' } },
    listContactNotes: { ...contact, query: { q: 'hi' } },
    createContactNote: { ...contact, body: { body: 'Called' } },
    updateContactNoteEntry: { ...note, body: { body: 'Called twice' } },
    deleteContactNote: note,
    listContactTimeline: { ...contact, query: { cursor: '2026-01-02 03:04:05.678+00~1' } },
    searchTags: { body: { q: 'fa', contacts_scope: { q: 'rosa' } } },
    createTag: { body: { name: 'fair', color: 'red' } },
    updateTagsSingle: { body: { id: to.contact, tags: [] } },
    updateTagsGroup: { body: { ...selection, tags: [to.tag], remove_tags: [], contacts_scope: { q: 'rosa' } } },
    listStatuses: {},
    listAgentflowStatuses: {},
    listSources: {},
    listCarriers: { query: { q: 'blue' } },
    listCustomFields: {},
    createCustomField: { body: { name: 'Best time', type: 'choice', choices: ['Morning'] } },
    updateCustomField: { ...field, body: { name: 'Best hour', position: 3 } },
    deleteCustomField: field,
    validateImport: { body: {}, files: { import_file: sheet } },
    previewImport: { body: { id: to.importAttempt, form } },
    importContacts: { body: { id: to.importAttempt, form } },
    uploadLeads: { body: { id: to.importAttempt, import_setting_id: to.importSetting } },
    listImportAttempts: { query: { page: 1, limit: 25, filter_by: 'file_name', filter_value: 'leads', tab: 'all' } },
    getImportAttempt: attempt,
    downloadRejectedRows: attempt,
    cancelImport: attempt,
    undoImport: attempt,
    listKeptContacts: { ...attempt, query: { after: 0, limit: 10 } },
    deleteImportAttempt: attempt,
    retryFailedImport: attempt,
    listImportSettings: {},
    createImportSetting: { body: { name: 'Fair', form } },
    deleteImportSetting: { params: { id: to.importSetting } },
    listBulkActions: {},
    getBulkAction: action,
    cancelBulkAction: action,
    getHealth: {},
    listDeadJobs: {},
    rerunDeadJob: { params: { id: to.deadJob } },
  };
}
