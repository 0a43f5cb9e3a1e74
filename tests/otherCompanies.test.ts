// Another company's rows do not exist, wherever a call names them: every id of every example is replaced by one of theirs, one at a time.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '#contract/index.ts';
import { type Calls, type EndpointName, exampleCalls, someTargets, type Targets } from './support/examples.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { anOpenIdProvider } from './support/openIdProvider.ts';
import { checksums, differences, withTheirs } from './support/places.ts';
import { aServer, send, type TestServer } from './support/server.ts';
import { ssoSettings } from './support/sso.ts';
import { testOrigin } from './support/ssoBrowser.ts';

/** Of a provider that answers, which settings of single sign-on are checked against. */
let issuer = 'http://127.0.0.1:1';

/** Names of rows that an example has no room for, beside the others. */
function moreCalls(to: Targets): { [Name in EndpointName]?: Calls[Name][] } {
  const one = { params: { id: to.contact } };
  const values = {
    agentflow_status_id: to.agentflowStatus,
    source_id: to.source,
    category_id: to.category,
    medicare_carrier_id: to.carrier,
  };
  const filter = (field: string, id: number) => ({ field, operator: 'any_of' as const, value: [id] });
  const search = [
    filter('status', to.status),
    filter('agentflow_status', to.agentflowStatus),
    filter('source', to.source),
    filter('category', to.category),
    filter('owner', to.user),
    filter('tags', to.tag),
    filter('import', to.importAttempt),
    { field: `custom:${to.customField}`, operator: 'is' as const, value: 'Mornings' },
    { field: `capture:${to.captureForm}`, operator: 'any_of' as const, value: ['complete'] },
    { field: `captured:${to.captureForm}`, operator: 'is_not_empty' as const },
  ];
  const scope = { search, category: to.category, downline_user_id: to.user, pool_id: to.pool };
  const everyone = { all: true, except_ids: [to.contact], contacts_scope: scope };
  const fields = [
    { column: 0, heading: 'First name', field: 'first_name' as const },
    { column: 1, heading: 'Last name', field: `custom:${to.customField}` as const },
  ];
  const forms = [
    { fields, owner: to.colleague, source_id: to.source, status_id: to.status, category_id: to.category },
    { fields, pool: { value: to.pool } },
  ];
  const textCampaigns = [{ campaign_trigger_id: to.textCampaign }, { recurrence_campaign_trigger_id: to.textCampaign }];
  const newUser = { first_name: 'Nia', last_name: 'New', account_type: 'agent' as const };
  return {
    createContact: [{ body: { first_name: 'Rosa', ...values, pool_id: to.pool } }],
    updateContact: [
      { ...one, body: { ...values, status_id: to.status, pool_id: to.pool, custom_fields: { [to.customField]: 'Mornings' } } },
    ],
    quickUpdateContact: [
      { ...one, body: { ...values, status_id: to.status, custom_fields: { [to.customField]: 'Mornings' } } },
      { ...one, body: { owner_id: to.colleague } },
      { ...one, body: { pool_id: to.pool } },
    ],
    createDialSession: [
      {
        body: { selection: { all: true, except_ids: [to.twin], contacts_scope: { downline_user_id: to.user } }, ends_open: true },
      },
      { body: { selection: { ids: [to.contact] }, ends_open: true } },
    ],
    createSavedView: [{ body: { name: `Of ${to.savedView}`, scope } }],
    updateSavedView: [{ params: { id: to.savedView }, body: { scope } }],
    findDuplicates: [{ body: { contacts_scope: scope } }],
    previewMergeByRule: [{ body: { contacts_scope: scope } }],
    mergeByRule: [{ body: { contacts_scope: scope } }],
    ...referenceCalls(to),
    listUsers: [{ query: { business_unit_id: to.businessUnit } }],
    createUser: [
      { body: { ...newUser, email: `${crypto.randomUUID()}@new.test`, business_unit_id: to.businessUnit, manager_id: to.user } },
    ],
    updateUser: [{ params: { id: to.colleague }, body: { business_unit_id: to.businessUnit, manager_id: to.user } }],
    quickUpdateUser: [{ params: { id: to.colleague }, body: { business_unit_id: to.businessUnit, manager_id: to.user } }],
    deactivateUser: [{ params: { id: to.colleague }, query: { pool_id: to.pool } }],
    updateSsoConnection: [{ body: { ...ssoSettings(issuer), business_unit_id: to.businessUnit } }],
    listContacts: [{ body: { contacts_scope: scope } }],
    searchTags: [{ body: { ids: [to.tag], contacts_scope: scope } }],
    updateTagsSingle: [{ body: { id: to.contact, tags: [to.tag], before: [to.otherTag] } }],
    updateTagsGroup: [{ body: { ...everyone, tags: [to.tag], remove_tags: [to.otherTag] } }],
    destroyContacts: [{ body: everyone }],
    sendEmail: [{ body: { ...everyone, subject: 'Hi', email_body: 'Hi', attachments: [to.emailFile] } }],
    mailGroup: [
      { body: { ...everyone, email_id: to.email, purpose: 'service' } },
      { body: { ids: [to.contact], email_campaign_trigger_id: to.campaign } },
    ],
    sendBroadcastEmail: [
      { body: { ...everyone, email_id: to.email, purpose: 'service' } },
      { body: { ids: [to.contact], email_campaign_trigger_id: to.campaign } },
    ],
    sendTextGroup: [
      { body: { ...everyone, message_content: 'Hi' } },
      ...textCampaigns.map((source) => ({ body: { ids: [to.contact], ...source } })),
    ],
    sendBroadcastText: [
      { body: { ...everyone, message_content: 'Hi' } },
      ...textCampaigns.map((source) => ({ body: { ids: [to.contact], ...source } })),
    ],
    estimateTextGroup: [
      { body: { ...everyone, message_content: 'Hi', people: 1 } },
      ...textCampaigns.map((source) => ({ body: { ids: [to.contact], ...source, people: 1 } })),
    ],
    estimatePhoneChecks: [{ body: everyone }],
    purchasePhoneChecks: [{ body: everyone }],
    checkPhonesOfGroup: [{ body: everyone }],
    fetchMessages: [{ body: { contact_id: to.contact } }],
    exportContacts: [{ params: { format: 'csv' }, body: everyone }],
    estimateContacts: [{ body: { ...everyone, channel: 'call' } }],
    listEstimatedContacts: [{ body: { ...everyone, channel: 'call', answer: 'yes' } }],
    restoreContacts: [{ body: everyone }],
    updateContactGroup: [
      { body: { ...everyone, fields: { ...values, status_id: to.status } } },
      { body: { ids: [to.contact], fields: { pool_id: to.pool } } },
    ],
    transferContacts: [
      { body: { ...everyone, owner_id: to.colleague, status_id: to.status, agentflow_status_id: to.agentflowStatus } },
      { body: { ids: [to.contact], pool_id: to.pool } },
    ],
    updateAndTransferContacts: [
      { body: { ...everyone, to: [{ owner_id: to.colleague }], fields: { ...values, status_id: to.status } } },
      {
        body: {
          ids: [to.contact],
          owner_id: to.colleague,
          status_id: to.status,
          agentflow_status_id: to.agentflowStatus,
          contacts_scope: scope,
        },
      },
    ],
    selectFirstLast: [{ body: { select_n: 5, contacts_scope: scope } }],
    listAssignees: [{ query: { ids: [to.colleague] } }],
    listCarriers: [{ query: { ids: [to.carrier] } }],
    deleteStatus: [{ params: { id: to.status }, query: { replace_with: to.otherStatus } }],
    deleteBusinessUnit: [{ params: { id: to.businessUnit }, query: { replace_with: to.emptyUnit } }],
    deleteCarrier: [{ params: { id: to.carrier }, query: { replace_with: to.otherCarrier } }],
    deleteCategory: [{ params: { id: to.category }, query: { replace_with: to.otherCategory } }],
    previewImport: forms.map((form) => ({ body: { id: to.importAttempt, form } })),
    importContacts: forms.map((form) => ({ body: { id: to.importAttempt, form } })),
    updateImportDraft: forms.map((form) => ({ params: { id: to.importAttempt }, body: { form, step: 'check' as const } })),
    createImportSetting: forms.map((form) => ({ body: { name: `Form ${to.mark}`, form } })),
  };
}

function referenceCalls(to: Targets): { [Name in EndpointName]?: Calls[Name][] } {
  const unit = { business_unit_id: to.businessUnit };
  const team = { ...unit, user_ids: [to.colleague] };
  const title = crypto.randomUUID();
  const office = { name: title, manager_id: to.colleague };
  return {
    listAdminAgentflowStatuses: [{ query: unit }],
    listAdminSources: [{ query: unit }],
    createAgentflowStatus: [{ body: { title, ...unit } }],
    updateAgentflowStatus: [{ params: { id: to.agentflowStatus }, body: unit }],
    createSource: [{ body: { title, ...unit } }],
    updateSource: [{ params: { id: to.source }, body: unit }],
    createOfficeLocation: [{ body: office }],
    updateOfficeLocation: [{ params: { id: to.office }, body: office }],
    createGroup: [{ body: { name: title, ...team } }],
    updateGroup: [{ params: { id: to.group }, body: team }],
    createPool: [{ body: { name: title, ...team } }],
    updatePool: [{ params: { id: to.pool }, body: team }],
  };
}

/** Answered, and why that is right. Nothing of theirs may be in the answer, nor be changed. */
const answered: Record<string, RegExp[]> = {
  'a filter that fits none of ours': [
    /^(estimatePhoneChecks|purchasePhoneChecks|checkPhonesOfGroup|mailGroup|sendBroadcastEmail|sendTextGroup|sendBroadcastText|estimateTextGroup|sendEmail|listContacts|selectFirstLast|searchTags|updateTagsGroup|destroyContacts|exportContacts|restoreContacts|updateContactGroup|findDuplicates|previewMergeByRule|mergeByRule|\w+TransferContacts|transferContacts) body\.contacts_scope\.(?!.*\.field$)/,
    /^(estimateContacts|listEstimatedContacts) body\.contacts_scope\.(?!.*\.field$)/,
    /^listUsers query\./,
    /^(listAdminAgentflowStatuses|listAdminSources|listCorporations) query\./,
    /^(listAuditEntries|exportAuditLog) query\./,
    /^listDownline query\.business_unit_id/,
    /^listContactTimeline query\.actor_id/,
    /^listEmailHistory body\.sender_id/,
    /^listConversations query\.contact_id/,
    /^(listEmailLogs|exportEmailLogs) query\.(sender_id|campaign_trigger_id)/,
    /^listSends query\.campaign_trigger_id/,
    /^fetchCallLogs body\.(user_id|contact_id)/,
  ],
  'a view may name what is gone, and says so': [/^(create|update)SavedView body\.scope\./],
  'ids whose names are asked for: what is not found is left out': [
    /^(listAssignees|listCarriers|countSavedViews) query\.ids/,
    /^listSelectedItems body\.ids/,
    /^searchTags body\.ids/,
  ],
  'a tag that none of our contacts carries cannot be taken away': [
    /^updateTagsSingle body\.before/,
    /^updateTagsGroup body\.remove_tags/,
  ],
  'the job, or the file, finds none of them': [
    /^(estimatePhoneChecks|purchasePhoneChecks|checkPhonesOfGroup|mailGroup|sendBroadcastEmail|sendTextGroup|sendBroadcastText|estimateTextGroup|updateTagsGroup|destroyContacts|exportContacts|restoreContacts|updateContactGroup|\w+TransferContacts|transferContacts) body\.(ids|except_ids)/,
    /^sendEmail body\.except_ids/,
    /^createDialSession body\.selection\.except_ids/,
    /^(estimateContacts|listEstimatedContacts) body\.(ids|except_ids)/,
  ],
  'a custom field that is there no more is left out of an import': [/^(previewImport|importContacts) body\.form\.fields/],
  'a preview writes nothing': [/^previewImport body\.form\.(owner|pool)/],
  'a form is checked when its import starts': [/^(updateImportDraft|createImportSetting) body\.form\./],
};

/** Read like ids, and name no row of a company. */
const noRows = new Set([
  'client_id',
  'vendor_id',
  'keep_tags',
  'createPasskey id',
  'createDialSession pool_id', // refused as empty, as our own empty pool is
  'createPasskey rawId',
  'getSetting id',
  'updateSetting id',
  'listCorporations company_id',
]);

const callsOf = (name: EndpointName, to: Targets) => [exampleCalls(to)[name], ...(moreCalls(to)[name] ?? [])] as object[];
/** Every target the same number, so that two of these differ in their targets alone. */
const targetsOf = (id: number) =>
  new Proxy({} as Targets, { get: (_, kind) => (kind === 'deadJob' || kind === 'mark' ? String(id) : id) });

const closed = allEndpoints.filter(({ endpoint }) => endpoint.permission !== 'public');
const [nobodys, othersOf] = [targetsOf(1), targetsOf(2)];
/** Every call that names rows, with the places where it does. */
const aimed = closed.flatMap(({ name, endpoint }) => {
  const theirs = callsOf(name as EndpointName, othersOf);
  return callsOf(name as EndpointName, nobodys)
    .map((call, way) => ({
      name: name as EndpointName,
      endpoint,
      way,
      places: differences(call, theirs[way]).filter(({ path }) => !/^body\.(name|title|email|version)$/.test(path)), // new each time, or made of the rows
    }))
    .filter(({ places }) => places.length > 0);
});

let server: TestServer;
let ours: TestCompany<'admin'>;
let theirs: TestCompany<'admin'>;
let theirTargets: Targets;
let theirRows: Record<string, string>;
/** Kept until a call may have changed them: to make them takes longer than many calls. */
let ownTargets: Targets | undefined;

beforeAll(async () => {
  server = await aServer();
  issuer = (await anOpenIdProvider({ origin: testOrigin })).issuer;
  ours = await aCompany(server, { admin: {} });
  theirs = await aCompany(server, { admin: {} });
  theirTargets = await someTargets(server, theirs.companyId, theirs.people.admin);
  theirRows = await checksums(server, theirs.companyId);
});

/** Uploads, which each call's own import begins with, are counted; and a user has a limited number of views and templates. */
afterEach(async () => {
  const { db } = server.operator;
  await db.deleteFrom('rate_limits').execute();
  if (ownTargets) return;
  for (const table of ['saved_views', 'emails', 'campaign_triggers'] as const)
    await db.deleteFrom(table).where('company_id', '=', ours.companyId).execute();
});

describe("another company's row", () => {
  test.each(aimed)('$name finds none ($way)', async ({ name, endpoint, way, places }) => {
    const { admin } = ours.people;
    const theirCall = callsOf(name, theirTargets)[way];
    const changes = endpoint.method !== 'GET' && !endpoint.reads;
    const ownCall = async () => {
      ownTargets ??= await someTargets(server, ours.companyId, admin);
      return callsOf(name, ownTargets)[way] as object;
    };
    let own = await ownCall();
    const refusals: unknown[] = [];
    for (const { at, path } of places) {
      const answer = await send(server.app, admin.headers, endpoint, withTheirs(own, theirCall, at) as object);
      expect(answer.body, path).not.toContain(theirTargets.mark);
      const found = { path, status: answer.statusCode, answer: answer.body };
      if (isAnswered(name, path)) {
        expect(found).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
        if (changes) ownTargets = undefined;
        own = await ownCall();
      } else {
        expect(found).toMatchObject({ status: expect.toBeOneOf(path.startsWith('params.') ? [404] : [404, 422]) });
        refusals.push(refusalOf(answer));
      }
    }
    expect(await checksums(server, theirs.companyId), 'one of these calls has changed rows').toEqual(theirRows);
    if (changes) ownTargets = undefined;
    const answer = await send(server.app, admin.headers, endpoint, own);
    expect(answer.statusCode, answer.body).toBeLessThan(500);
    expect(refusals, 'the same call with our own rows').not.toContainEqual(refusalOf(answer));
  });

  test.each(closed)('$name: an example names every row that the call may', ({ name, endpoint }) => {
    const places = aimed.filter((call) => call.name === name).flatMap((call) => call.places);
    const named = new Set(places.map(({ path }) => lastKey(path)));
    const keys = (['params', 'query', 'body'] as const).flatMap((part) => idKeysOf(endpoint[part]));
    expect([...new Set(keys)].filter((key) => !named.has(key) && !noRows.has(key) && !noRows.has(`${name} ${key}`))).toEqual([]);
  });

  test('has no listed place that no call has', () => {
    const all = aimed.flatMap(({ name, places }) => places.map(({ path }) => `${name} ${path}`));
    const listed = Object.values(answered).flat();
    expect(listed.filter((one) => !all.some((place) => one.test(place)))).toEqual([]);
  });
});

const isAnswered = (name: string, path: string) =>
  Object.values(answered).some((list) => list.some((one) => one.test(`${name} ${path}`)));
const refusalOf = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.statusCode < 400 ? { status: answer.statusCode } : { ...answer.json(), request_id: null };

const lastKey = (path: string) => path.replace(/(\[\d+\]|\.<id>)+$/, '').replace(/.*\./, '');

/** Every key in a schema that reads like the id of a row; tags are also given by name. */
function idKeysOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const keys: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value) => {
    const named = key === 'properties' ? Object.entries<{ items?: { type?: string } }>(value) : [];
    keys.push(...named.filter(([, { items }]) => items?.type !== 'object').map(([name]) => name));
    return value;
  });
  return keys.filter((key) => /(^|_)(ids?|tags)$|Id$/.test(key));
}
