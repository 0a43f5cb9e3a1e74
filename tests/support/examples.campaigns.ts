// Examples of the calls about campaigns.

import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as campaigns from '#contract/campaigns.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { aCorporation } from './examples.corporations.ts';
import { aMailDoc } from './examples.emails.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type CampaignCalls = {
  [Name in keyof typeof campaigns as (typeof campaigns)[Name] extends Endpoint ? Name : never]: Sent<(typeof campaigns)[Name]>;
};

/** A row as the tests write it: an approved mail of the company, which is on and offered. */
export const campaignRow = (company_id: number, userId: number, name: string) => ({
  company_id,
  owner_id: userId,
  updated_by: userId,
  name,
  description: '',
  trigger_type: 'mail',
  category: 'service',
  body: '',
  email_ids: [] as number[],
  sms_trigger_ids: [] as number[],
  event: 'none',
  auto_trigger: false,
  recurrence: 'none',
  days: 0,
  hour: 9,
  zone: 'company',
  tags: [] as number[],
  status_ids: [] as number[],
  corporation_ids: [] as number[],
  global: false,
  show_on_bulk: true,
  show_on_conversation: false,
  show_on_event: false,
  approved_by: userId,
  approved_at: new Date(),
  mails: JSON.stringify([{ email_id: 1, subject: name, doc: aMailDoc(name), attachments: [] }]),
  enabled: true,
});

/** `name`: in clear. */
export async function someCampaigns(
  { operator: { db } }: TestServer,
  company_id: number,
  { userId, contact, email, name }: { userId: number; contact: number; email: number; name: string },
) {
  const row = { ...campaignRow(company_id, userId, name), email_ids: [email] };
  const campaign = await insertId(db, 'campaign_triggers', row);
  await db
    .insertInto('campaign_people')
    .values({ company_id, trigger_id: campaign, contact_id: contact, since: '2026-01-05' })
    .execute();
  return {
    campaign,
    deletedCampaign: await insertId(db, 'campaign_triggers', row),
    textCampaign: await insertId(db, 'campaign_triggers', {
      ...row,
      trigger_type: 'sms',
      body: name,
      recurrence: 'birthday',
      mails: JSON.stringify([{ body: name, files: [] }]),
    }),
    corporation: await aCorporation(db, company_id),
  };
}

export function campaignCalls(to: Targets): CampaignCalls {
  const campaign = { params: { id: to.campaign } };
  const lists = {
    tags: [to.tag],
    status_ids: [to.status],
    corporation_ids: [to.corporation],
    all_email_ids: [to.email],
    all_sms_trigger_ids: [to.textCampaign],
  };
  return {
    listCampaignTriggers: {
      query: { q: 'birth', page: 1, limit: 10, all: true, trigger_type: 'mail', recurrence: 'birthday', order: 'DESC' },
    },
    getCampaignTrigger: campaign,
    createCampaignTrigger: {
      body: { name: 'Birthday', recurrence: 'birthday', category: 'service', zone: 'recipient', ...lists },
    },
    updateCampaignTrigger: { ...campaign, body: { description: 'For clients', hour: 10, ...lists } },
    deleteCampaignTrigger: { params: { id: to.deletedCampaign } },
    previewCampaignTrigger: { ...campaign, query: { day: '2027-05-01' } },
    listCampaignPeople: {
      ...campaign,
      query: { day: '2027-05-01', answer: 'no', reason: 'no_address', page: 1, limit: 5, q: 'ro' },
    },
    listReadyCampaigns: { query: { q: 'birth', place: 'bulk' } },
    previewReadyCampaign: { ...campaign, query: { contact_id: to.contact, signed: false } },
  };
}
