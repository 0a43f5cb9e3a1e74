// A valid call of every endpoint on rows made for it. An endpoint without an example does not compile.
import pg from 'pg';
import { versionOf } from '#areas/crm/prescriptions/prescriptions.service.ts';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { createContact } from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { validateImport } from '#contract/imports.ts';
import type { areas } from '#contract/index.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import { getRxDetails, updateRxDetails } from '#contract/prescriptions.ts';
import { updateWebpage } from '#contract/webpage.ts';
import { companyFlag } from '#kernel/jobs/job.ts';
import { anApiKey } from './apiKeys.ts';
import { apiKeyCalls } from './examples.apiKeys.ts';
import { billingCalls, someBilling } from './examples.billing.ts';
import { bulkCalls } from './examples.bulk.ts';
import { calendarCalls, someEvent } from './examples.calendar.ts';
import { callCentreCalls, dialerCalls, someCalls } from './examples.calls.ts';
import { campaignCalls, someCampaigns } from './examples.campaigns.ts';
import { captureCalls, someForm } from './examples.capture.ts';
import { complianceCalls, someCompliance } from './examples.compliance.ts';
import { conversationCalls, someConversation } from './examples.conversations.ts';
import { corporationCalls, someCorporations } from './examples.corporations.ts';
import { aDialSession, dialSessionCalls } from './examples.dialSessions.ts';
import { emailCalls, someEmails } from './examples.emails.ts';
import { fileCalls, someFiles } from './examples.files.ts';
import { moneyCalls, someMoney } from './examples.money.ts';
import { phoneCheckCalls, somePhoneChecks } from './examples.phoneChecks.ts';
import { phoneNumberCalls, somePhoneNumbers } from './examples.phoneNumbers.ts';
import { planExamples, somePlans } from './examples.plans.ts';
import { policyCalls, somePolicies } from './examples.policies.ts';
import { profileCalls } from './examples.profile.ts';
import { registrationCalls } from './examples.registrations.ts';
import { sendCalls, someSends } from './examples.sends.ts';
import { dashboardCalls, someTasks, taskCalls } from './examples.tasks.ts';
import { transferCalls } from './examples.transfers.ts';
import { someViews, viewCalls } from './examples.views.ts';
import { aContact, aStatus, aTag } from './factories.ts';
import type { Client, Sent, TestFile, TestServer } from './server.ts';
import { ssoSettings } from './sso.ts';

export const sheet: TestFile = { name: 'leads.csv', content: 'First name,Last name,Phone\nRosa,Alvarez,3055550101\n' };
const userSheet: TestFile = { name: 'users.csv', content: 'First name,Last name,E-mail\nNia,New,not an e-mail\n' };
const flyer: TestFile = { name: 'Offer.pdf', content: '%PDF-1.7' };
const metformin = { drug: 'Metformin', dose: '500 mg', form: '', frequency: '', pharmacy: '', doctor: '' };
const form = {
  fields: [{ column: 0, heading: 'First name', field: 'first_name' as const }],
  tags: [{ name: 'fair' }],
  scrub_against: { by: ['phone' as const], updated_lead_tags: [{ name: 'again' }] },
  api_vendor_obj: { vendor_name: 'Leadwell', lead_type: 'T65' },
};

/** Valid ids that belong to no row. */
const passkeyAnswer = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response: {}, clientExtensionResults: {} };

export type Targets = Awaited<ReturnType<typeof someTargets>>;

/** Rows of one company, one of each kind that a call may name. */
export async function someTargets(server: TestServer, companyId: number, client: Client) {
  const { userId, call } = client;
  const { db } = server.operator;
  const unique = crypto.randomUUID();
  const status = await aStatus(server, companyId, unique);
  const category = await insertId(db, 'categories', { company_id: companyId, title: unique });
  const carrier = await insertId(db, 'carriers', { company_id: companyId, name: unique });
  const contact = await aContact(server, companyId, {
    owner_id: userId,
    status_id: status,
    category_id: category,
    medicare_carrier_id: carrier,
    first_name: 'Rosa',
    last_name: 'Alvarez',
    organization: unique,
    phone: '3055550142',
  });
  const insert = <T>(query: { executeTakeFirstOrThrow(): Promise<T> }) => query.executeTakeFirstOrThrow();
  const note = insert(
    db
      .insertInto('contact_notes')
      .values({ company_id: companyId, contact_id: contact, author_id: userId, body: `Hi ${unique}` })
      .returning('id'),
  );
  const activity = insert(
    db
      .insertInto('contact_changes')
      .values({
        company_id: companyId,
        contact_id: contact,
        action: 'activity',
        actor_id: userId,
        after: JSON.stringify({ activity: 'call' }),
      })
      .returning('id'),
  );
  const edit = insert(
    db
      .insertInto('contact_changes')
      .values({
        company_id: companyId,
        contact_id: contact,
        action: 'updated',
        actor_id: userId,
        before: JSON.stringify({ city: 'Tampa' }),
        after: JSON.stringify({ city: 'Miami' }),
      })
      .returning('id'),
  );
  const customField = insert(
    db.insertInto('custom_fields').values({ company_id: companyId, name: unique, type: 'text' }).returning('id'),
  );
  const bulkAction = insert(
    db
      .insertInto('bulk_actions')
      .values({ company_id: companyId, operation: 'tag', asked_by: userId, selection: '{}', input: '{}' })
      .returning('id'),
  );
  const importSetting = insert(
    db
      .insertInto('import_settings')
      .values({ company_id: companyId, name: unique, form: JSON.stringify(form), created_by: userId })
      .returning('id'),
  );
  const { business_unit_id } = await db
    .selectFrom('users')
    .select('business_unit_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const colleague = insert(
    db
      .insertInto('users')
      .values({
        company_id: companyId,
        business_unit_id,
        role: 'agent',
        number: 900,
        email: `${unique}@colleague.test`,
        username: unique,
        first_name: 'Cole',
        last_name: 'League',
      })
      .returning('id'),
  );
  const session = insert(
    db
      .insertInto('sessions')
      .values({
        company_id: companyId,
        user_id: userId,
        token_hash: Buffer.from(unique),
        expires_at: new Date(Date.now() + 60_000),
      })
      .returning('id'),
  );
  const passkey = insert(
    db
      .insertInto('passkeys')
      .values({
        company_id: companyId,
        user_id: userId,
        credential_id: unique,
        public_key: Buffer.of(1),
        counter: 0,
        name: 'Key',
      })
      .returning('id'),
  );
  const agentflowGroup = await insertId(db, 'agentflow_status_groups', { company_id: companyId, title: unique });
  // The network of the tests, so that it shuts nobody out.
  const network = insert(
    db
      .insertInto('networks')
      .values({ company_id: companyId, network: '127.0.0.0/8', created_by: userId })
      .onConflict((conflict) => conflict.columns(['company_id', 'network']).doUpdateSet({ note: 'again' }))
      .returning('id'),
  );
  const pool = await insertId(db, 'pools', { company_id: companyId, name: unique });
  await db.insertInto('pool_holders').values({ company_id: companyId, pool_id: pool, user_id: userId }).execute();
  const colleagueId = (await colleague).id;
  await db.insertInto('favorite_users').values({ company_id: companyId, user_id: userId, favorite_id: colleagueId }).execute();
  await call(updateWebpage, { params: { id: userId }, body: {}, files: { flyer } });
  const signup = await insertId(db, 'signups', { company_id: companyId, user_id: colleagueId, status: 'sent', form: '{}' });
  await aContact(server, companyId, { owner_id: colleagueId, last_name: 'Handed-Over' });
  const twin = await aContact(server, companyId, { owner_id: userId, first_name: 'Rosa', last_name: 'Alvarez' });
  const merged = await aContact(server, companyId, {
    owner_id: userId,
    first_name: 'Rosie',
    merged_into: contact,
    deleted_at: new Date(),
  });
  const merge = await insertId(db, 'contact_merges', {
    company_id: companyId,
    survivor_id: contact,
    merged_ids: [merged],
    moved: '{}',
    merged_by: userId,
  });
  await db
    .insertInto('contact_changes')
    .values({ company_id: companyId, contact_id: contact, action: 'merged', merge_id: merge, before: '{}', after: '{}' })
    .execute();
  const files = await someFiles(server, companyId, contact, client, unique);
  const emails = await someEmails(server, companyId, client, unique);
  const { version } = await call(getRxDetails, { params: { id: contact } });
  const rx = await call(updateRxDetails, { params: { id: contact }, body: { version, rx_details: [metformin] } });
  return {
    prescription: rx.data[0]?.id ?? 0,
    twin,
    merge,
    /** The unique text in the names of these rows. */
    mark: unique,
    pool,
    businessUnit: business_unit_id,
    user: userId,
    colleague: colleagueId,
    signup,
    session: (await session).id,
    passkey: (await passkey).id,
    network: (await network).id,
    contact,
    note: (await note).id,
    activity: (await activity).id,
    edit: (await edit).id,
    customField: (await customField).id,
    bulkAction: (await bulkAction).id,
    transfer: await aTransfer(server, companyId, { asker: userId, receiver: colleagueId, contact }),
    importSetting: (await importSetting).id,
    tag: await aTag(server, companyId, unique),
    otherTag: await aTag(server, companyId, `Other ${unique}`),
    status,
    otherStatus: await aStatus(server, companyId, `Other ${unique}`),
    agentflowGroup,
    agentflowStatus: await insertId(db, 'agentflow_statuses', { company_id: companyId, title: unique, group_id: agentflowGroup }),
    source: await insertId(db, 'sources', { company_id: companyId, title: unique }),
    category,
    otherCategory: await insertId(db, 'categories', { company_id: companyId, title: `Other ${unique}` }),
    ...(await somePolicies(server, companyId, contact, unique)),
    ...(await someSends(server, companyId, contact, userId, unique)),
    ...(await somePhoneChecks(server, companyId, contact, userId, unique)),
    ...(await somePhoneNumbers(server, companyId, userId, unique)),
    ...(await someConversation(server, companyId, contact, userId, unique)),
    ...(await someMoney(server, companyId, userId, colleagueId, unique)),
    ...(await somePlans(server, companyId, { user_id: userId, colleague: colleagueId }, unique)),
    ...(await someBilling(server, companyId, { user_id: userId, colleague: colleagueId })),
    ...(await someTasks(server, companyId, contact, userId, unique)),
    ...(await someViews(server, companyId, userId, unique)),
    ...(await someForm(server, companyId, contact, userId, unique)),
    ...(await someEvent(client, contact, unique)),
    ...files,
    ...(await someCalls(server, companyId, userId, contact, { note: unique, recording: files.callFile })),
    ...(await aDialSession(server, companyId, userId, contact, unique)),
    ...(await someCompliance(server, companyId, userId)),
    ...emails,
    ...(await someCampaigns(server, companyId, { userId, contact, email: emails.email, name: unique })),
    ...(await someCorporations(server, companyId, client, { name: unique, unit: business_unit_id })),
    carrier,
    otherCarrier: await insertId(db, 'carriers', { company_id: companyId, name: `Other ${unique}` }),
    emptyUnit: await insertId(db, 'business_units', { company_id: companyId, name: unique, number: 9 }),
    office: await insertId(db, 'office_locations', { company_id: companyId, name: unique }),
    group: await insertId(db, 'groups', { company_id: companyId, name: unique }),
    importAttempt: (await call(validateImport, { body: {}, files: { import_file: sheet } })).id,
    deadJob: await aDeadJob(server, companyId),
    apiKey: (await anApiKey(server, companyId, userId, { name: unique })).id,
  };
}

/** A finished one that can be reverted. */
async function aTransfer(
  { operator: { db } }: TestServer,
  companyId: number,
  { asker, receiver, contact }: { asker: number; receiver: number; contact: number },
): Promise<number> {
  const id = await insertId(db, 'bulk_actions', {
    company_id: companyId,
    operation: 'transfer',
    asked_by: asker,
    selection: '{}',
    input: JSON.stringify({ to: [{ owner_id: receiver, pool_id: null, share: 1 }], keep_tags: true, notify: false, fields: {} }),
    status: 'complete',
    total: 1,
    done: 1,
    changed: 1,
    finished_at: new Date(),
  });
  const images = { before: JSON.stringify({ owner_id: receiver }), after: JSON.stringify({ owner_id: asker }) };
  await db
    .insertInto('contact_changes')
    .values({ company_id: companyId, contact_id: contact, action: 'assigned', actor_id: asker, bulk_action_id: id, ...images })
    .execute();
  return id;
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
    category_id: to.category,
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
  const selection = { ids: [to.contact], except_ids: [] };
  return {
    ...apiKeyCalls(to),
    ...profileCalls(to),
    ...emailCalls(to),
    ...campaignCalls(to),
    ...corporationCalls(to),
    ...sendCalls(to),
    ...phoneCheckCalls(to),
    ...phoneNumberCalls(to),
    ...dialerCalls(to),
    ...dialSessionCalls(to),
    ...callCentreCalls(to),
    ...registrationCalls,
    ...planExamples(to),
    ...billingCalls(to),
    ...moneyCalls(to),
    ...complianceCalls(to),
    ...conversationCalls(to),
    createSession: { body: { email: 'rosa@example.com', password: 'wrong' } },
    answerSecondFactor: { body: { otp_secret: `1.${'x'.repeat(43)}`, otp: '123456' } },
    startPasskeySignIn: { body: {} },
    createSessionByPasskey: { body: { passkey: passkeyAnswer } },
    deleteSession: {},
    listSessions: {},
    revokeSession: { params: { id: to.session } },
    revokeOtherSessions: {},
    proveOneself: { body: { password: 'wrong' } },
    listLoginTypes: { params: { id: to.colleague } },
    loginAsUser: { params: { id: to.colleague }, body: { login_type: 'impersonating' } },
    returnToSession: { params: { id: to.session } },
    listNetworks: { query: { q: '127', page: 1, limit: 20 } },
    createNetwork: { body: { network: '127.0.0.1', note: 'Here' } },
    deleteNetwork: { params: { id: to.network } },
    requestPasswordReset: { body: { email: 'rosa@example.com' } },
    checkPasswordLink: { body: { token: `1.${'x'.repeat(43)}` } },
    resetPassword: { body: { token: `1.${'x'.repeat(43)}`, password: 'a new long password' } },
    // A wrong one: a right one would end the sessions that later tests use.
    updatePassword: { params: { id: to.user }, body: { current_password: 'wrong', password: 'a new long password' } },
    getTwoFactor: {},
    generateQr: {},
    startEmailCodes: {},
    enableTwoFactor: { body: { otp_secret: `1.${'x'.repeat(43)}`, otp: '123456', password: 'wrong' } },
    disableTwoFactor: { body: { factor: 'app', password: 'wrong' } },
    sendOtp: { body: { otp_secret: `1.${'x'.repeat(43)}` } },
    createRecoveryCodes: { body: { password: 'wrong' } },
    updateTwoFactorPreference: { body: { preferred: 'app' } },
    listPasskeys: {},
    startPasskey: { body: { password: 'wrong' } },
    createPasskey: { body: { otp_secret: `1.${'x'.repeat(43)}`, passkey: passkeyAnswer, name: 'Key' } },
    updatePasskey: { params: { id: to.passkey }, body: { name: 'Blue key' } },
    deletePasskey: { params: { id: to.passkey }, body: { password: 'wrong' } },
    getSsoOffer: {},
    startSso: { body: { email: 'rosa@nowhere.test', redirect_path: '/' } },
    finishSso: { params: { company: 1 }, query: {} },
    finishSsoWithoutCompany: { query: {} },
    getProfile: {},
    logOutByProvider: { params: { company: 1 }, body: { logout_token: 'x.y.z' } },
    getSsoConnection: {},
    updateSsoConnection: { body: { ...ssoSettings('http://127.0.0.1:1'), domains: ['example.com'] } },
    deleteSsoConnection: {},
    verifySsoDomain: { body: { domain: 'example.com' } },
    getAccountInfo: {},
    getSecurity: {},
    updateSecurity: { body: { require_two_factor: false, two_factor_roles: ['agent'] } },
    requirePasswordChange: { body: { user_ids: [to.colleague] } },
    resetTwoFactor: { body: { user_id: to.colleague } },
    listUsers: { query: { q: 'ro', user_id: to.colleague, status: ['active'], order: 'desc', order_field: 'last_seen_at' } },
    createUser: {
      body: {
        first_name: 'Nia',
        last_name: 'New',
        email: `${crypto.randomUUID()}@new.test`,
        account_type: 'agent',
        business_unit_id: to.businessUnit,
      },
    },
    getUser: { params: { id: to.colleague } },
    updateUser: { params: { id: to.colleague }, body: { first_name: 'Nora', title: 'Advisor' } },
    quickUpdateUser: { params: { id: to.colleague }, body: { relationship_manager: true } },
    listAssignableRoles: { params: { id: to.colleague } },
    listUserRoles: {},
    updateUserRoles: { params: { id: to.colleague }, body: { roles: ['manager'] } },
    deactivateUser: { params: { id: to.colleague }, query: { owner_id: to.user } },
    reactivateUser: { params: { id: to.colleague }, body: { return_contacts: true } },
    getUserBelongings: { params: { id: to.colleague }, query: { owner_id: to.colleague } },
    inviteUser: { params: { id: to.colleague } },
    withdrawInvitation: { params: { id: to.colleague } },
    listDownline: { query: { parent_id: to.colleague, business_unit_id: to.businessUnit } },
    previewMove: { params: { id: to.colleague }, query: { manager_id: to.user } },
    checkUserFile: { body: {}, files: { file: userSheet } },
    importUserFile: { body: {}, files: { file: userSheet } },
    ...crudCalls('BusinessUnit', 'BusinessUnits', to.emptyUnit, { name: 'North' }, { name: 'Far North', number: 77 }),
    listOwners: { query: { q: 'ro' } },
    listPoolHolders: { query: {} },
    getMe: {},
    acceptTerms: {},
    listManageableBusinessUnits: {},
    listAssignees: { query: { q: 'ro' } },
    listContacts: { body: { contacts_scope: scope, meta_only: false, exact: true } },
    createContact: { body: { ...fields, owner_id: to.user, tags: [to.tag] } },
    getContact: { ...contact, query: { not_remove_new_tag: true } },
    updateContact: { ...contact, body: { phones: fields.phones, consent: null, version: 1, owner_id: to.user, pool_id: null } },
    quickUpdateContact: { ...contact, body: { first_name: 'Rosa' } },
    updateContactNote: { ...contact, body: { note: 'Likes tea' } },
    assignContactToMe: contact,
    validateContactEmail: { ...contact, body: {} },
    forceVerifyContactEmail: { ...contact, body: {} },
    logContactActivity: { ...contact, body: { type: 'call', outcome: 'reached', note: 'Asked for a quote' } },
    undoContactActivity: { params: { id: to.contact, activityId: to.activity } },
    restoreContactValue: { params: { id: to.contact, entryId: to.edit }, body: { field: 'city', version: 1 } },
    findContactMatches: { body: { phone: '(305) 555-0101', email: 'rosa@example.com' } },
    listContactNotes: { ...contact, query: { q: 'hi' } },
    createContactNote: { ...contact, body: { body: 'Called' } },
    updateContactNoteEntry: { ...note, body: { body: 'Called twice' } },
    deleteContactNote: note,
    listContactTimeline: {
      ...contact,
      query: { cursor: '2026-01-02 03:04:05.678+00~1', kind: 'notes', actor_id: to.user, q: 'ro' },
    },
    getContactTimelineFilters: contact,
    pinContactNote: { ...note, body: { pinned: true } },
    listMentionableUsers: { ...contact, query: { q: 'a' } },
    findDuplicates: {
      body: { contacts_scope: { q: 'rosa', pool_id: 'all' }, by: ['name'], same_name: true, page: 1, limit: 10 },
    },
    dismissDuplicates: { body: { ids: [to.contact, to.twin] } },
    previewMerge: { body: { ids: [to.contact, to.twin] } },
    mergeContacts: { body: { ids: [to.contact, to.twin], survivor_id: to.twin, fields: { first_name: to.contact } } },
    unmergeContacts: { params: { id: to.merge } },
    previewMergeByRule: { body: { contacts_scope: { q: 'rosa' } } },
    mergeByRule: { body: { contacts_scope: { q: 'rosa' } } },
    searchTags: { body: { q: 'fa', contacts_scope: { q: 'rosa' } } },
    createTag: { body: { name: 'fair', color: 'red' } },
    updateTagsSingle: { body: { id: to.contact, tags: [] } },
    updateTagsGroup: { body: { ...selection, tags: [to.tag], remove_tags: [], contacts_scope: { q: 'rosa' } } },
    listStatuses: {},
    listAgentflowStatuses: {},
    listSources: {},
    listCategories: {},
    ...crudCalls('Category', 'AdminCategories', to.category, { title: 'Pets', description: 'Dogs' }, { position: 0 }),
    getCategory: { params: { id: to.category } },
    listCarriers: { query: { q: 'blue' } },
    ...crudCalls('Status', 'AdminStatuses', to.status, { title: 'Won', color: 'green' as const }, { position: 0 }),
    ...crudCalls('Carrier', 'AdminCarriers', to.carrier, { name: 'Acme Life' }, { name: 'Acme Mutual' }),
    listOfficeLocations: {},
    ...crudCalls('AgentflowStatus', 'AdminAgentflowStatuses', to.agentflowStatus, { title: 'Rang' }, { group: 'Later' }),
    updateAgentflowStatusGroup: { params: { id: to.agentflowGroup }, body: { position: 0 } },
    ...crudCalls('Source', 'AdminSources', to.source, { title: 'Fair', corporations: ['Booth'] }, { title: 'Fairs' }),
    ...crudCalls(
      'OfficeLocation',
      'AdminOfficeLocations',
      to.office,
      { name: 'Reno' },
      { name: 'Reno', phone: '(305) 555-0101' },
    ),
    getOfficeLocation: { params: { id: to.office } },
    ...crudCalls('Group', 'Groups', to.group, { name: 'Desk', user_ids: [to.user] }, { user_ids: [to.colleague] }),
    getGroup: { params: { id: to.group } },
    ...crudCalls('Pool', 'Pools', to.pool, { name: 'House', user_ids: [to.user] }, { user_ids: [to.colleague] }),
    getPool: { params: { id: to.pool } },
    listCustomFields: {},
    listAdminCustomFields: { query: { q: 'best', counts: true } },
    createCustomField: { body: { name: 'Best time', type: 'choice', choices: ['Morning'] } },
    updateCustomField: { ...field, body: { name: 'Best hour', position: 3 } },
    deleteCustomField: { ...field, query: { with_values: true } },
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
    draftRejectedRows: attempt,
    listImportProblems: {
      ...attempt,
      query: { field: 'gender', reason: 'The gender must be male, female or other', after: 0, limit: 10 },
    },
    downloadDroppedValues: attempt,
    listImportDrafts: {},
    getImportDraft: attempt,
    updateImportDraft: { ...attempt, body: { form, step: 'check' } },
    listImportSettings: {},
    createImportSetting: { body: { name: 'Fair', form } },
    deleteImportSetting: { params: { id: to.importSetting } },
    ...bulkCalls(to),
    ...transferCalls(to),
    ...calendarCalls(to),
    ...policyCalls(to),
    ...taskCalls(to),
    ...dashboardCalls,
    ...viewCalls(to),
    ...captureCalls(to),
    ...fileCalls(to),
    getRxDetails: contact,
    updateRxDetails: {
      ...contact,
      body: { version: versionOf([{ id: to.prescription, ...metformin }]), rx_details: [{ id: to.prescription, ...metformin }] },
    },
    listLinkedContacts: contact,
    updateLinkedContact: { ...contact, body: { linked_contact_id: to.twin, relation: 'spouse' } },
    getPlatformInfo: {},
    getHealth: {},
    listSandboxMails: { query: { q: 'reset', page: 1, limit: 10 } },
    getSandboxMail: { params: { id: 1 } },
    downloadSandboxAttachment: { params: { id: 1, place: 0 } },
    actOnSandboxMail: { params: { id: 1 }, body: { act: 'reply', text: 'Thanks' } },
    clearSandboxMails: {},
    fetchSignup: {},
    saveSignup: { body: { npn: '12345', states: ['FL'], carriers: [to.carrier] } },
    listSignups: { query: { q: 'ro', status: ['sent'] } },
    getSignup: { params: { id: to.signup } },
    approveSignup: { params: { id: to.signup }, body: { note: 'Welcome' } },
    returnSignup: { params: { id: to.signup }, body: { note: 'The NPN is missing' } },
    listAuditEntries: {
      query: { who: to.user, acted_as: to.colleague, from: '2026-01-02', to: '2026-01-03', of_type: 'user', of_id: to.colleague },
    },
    exportContacts: {
      params: { format: 'csv' },
      body: { ids: [to.contact], contacts_scope: { pool_id: to.pool }, columns: ['last_name', 'tags'] },
    },
    exportAuditLog: { query: { who: to.user, acted_as: to.colleague, action: 'users.role_changed', of_id: to.colleague } },
    listSettings: {},
    getSetting: { params: { id: 'imports.draft_days' } },
    updateSetting: { params: { id: 'imports.draft_days' }, body: { value: '9' } },
    getPublicSetting: { params: { name: 'support_email' }, query: { company: 1 } },
    downloadPublicSetting: { params: { name: 'logo' }, query: { company: 1 } },
    getQuietJobs: {},
    quietJobs: { body: { quiet: false } },
    listFeatures: {},
    listFeatureFlags: {},
    updateFeatureFlag: { body: { feature: 'wallet', user_id: to.colleague, enabled: true } },
    listDeadJobs: {},
    rerunDeadJob: { params: { id: to.deadJob } },
  };
}

/** The calls of a look-up list made by `crud()`, whose endpoints have these names. */
const crudCalls = <One extends string, Many extends string, C, U>(one: One, many: Many, id: number, create: C, update: U) =>
  ({
    [`list${many}`]: { query: { q: 'a', counts: true } },
    [`create${one}`]: { body: create },
    [`update${one}`]: { params: { id }, body: update },
    [`delete${one}`]: { params: { id }, query: {} },
  }) as { [K in `list${Many}`]: { query: { q: string; counts: boolean } } } & { [K in `create${One}`]: { body: C } } & {
    [K in `update${One}`]: { params: { id: number }; body: U };
  } & { [K in `delete${One}`]: { params: { id: number }; query: object } };
