// Examples of the calls about rules, consents, suppressed addresses, do-not-call lists and licences.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { areas } from '#contract/index.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type * as licenses from '#contract/licenses.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type Contract = (typeof areas)['compliance'] & typeof licenses;
type Calls = { [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Sent<Contract[Name]> };

export async function someCompliance({ operator: { db } }: TestServer, company_id: number, created_by: number) {
  const rule = { kind: 'hours', channels: ['email'], days: [0], title: 'No mail on Sundays', effective_from: '2026-01-01' };
  const list = { kind: 'internal', name: 'old.csv', as_of: '2026-01-01', status: 'ready', uploaded_by: created_by };
  const suppressed = { channel: 'email', address: `${crypto.randomUUID()}@gone.test`, purpose: 'all', reason: 'bounce' };
  await db.insertInto('agent_licences').values({ company_id, user_id: created_by, state: 'FL', number: 'W1' }).onConflict((conflict) => conflict.doNothing()).execute(); // biome-ignore format: one line
  return {
    rule: await insertId(db, 'contact_rules', { company_id, created_by, ...rule }),
    suppression: await insertId(db, 'suppressions', { company_id, ...suppressed }),
    doNotCallList: await insertId(db, 'do_not_call_lists', { company_id, ...list }),
  };
}

export function complianceCalls(to: Targets): Calls {
  const one = { params: { id: to.contact } };
  const chosen = { ids: [to.contact], channel: 'call' as const };
  const licence = { params: { id: to.user, state: 'FL' } };
  return {
    getMayContact: { ...one, query: { purpose: 'service', at: '2026-11-20T18:00:00Z' } },
    listContactConsents: { ...one, query: { page: 1, limit: 5 } },
    recordContactConsent: { ...one, body: { kind: 'given', channels: ['text', 'call'], purpose: 'marketing', text: 'Yes, call me', at: '2026-01-02T03:04:05Z', ip: '192.0.2.1', source: 'form' } }, // biome-ignore format: one line
    estimateContacts: { body: { ...chosen, purpose: 'marketing', at: '2026-11-20T18:00:00Z' } },
    listEstimatedContacts: { body: { ...chosen, answer: 'no', reason: 'no_address', page: 1 } },
    listComplianceRules: { query: { on: '2026-11-20' } },
    createComplianceRule: { body: { kind: 'hours', state: 'FL', channels: ['email'], days: [0], title: 'No mail on Sundays', effective_from: '2099-01-01' } }, // biome-ignore format: one line
    endComplianceRule: { params: { id: to.rule } },
    getComplianceState: {},
    updatePostalAddress: { body: { postal_address: '1 Main St, Miami, FL 33101' } },
    listLicences: { params: { id: to.user } },
    setLicence: { ...licence, body: { number: 'W123456', expires_on: '2099-12-31' } },
    removeLicence: licence,
    listSuppressions: { query: { q: 'gone', tab: 'active', page: 1, limit: 10 } },
    createSuppression: {
      body: { channel: 'call', address: '(305) 555-0199', purpose: 'all', reason: 'litigator', note: 'A letter' },
    },
    liftSuppression: { params: { id: to.suppression }, body: { note: 'A typing error' } },
    listDoNotCallLists: {},
    uploadDoNotCallList: { body: { kind: 'national', as_of: '2026-01-01' }, files: { file: { name: 'dnc.txt', content: '305,5550101\n' } } }, // biome-ignore format: one line
    removeDoNotCallList: { params: { id: to.doNotCallList } },
  };
}
