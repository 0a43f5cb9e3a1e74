// The PDF of a payment.
import { expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { downloadInvoice } from '#contract/invoices.ts';
import { money } from '#contract/kit/money.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import type { InvoiceDocument } from './invoices.document.ts';
import { renderInvoice } from './invoices.pdf.ts';

const server = await aServer();

test('a payer gets the receipt of a top-up, administrators everyone’s, others none; what failed has none', async () => {
  const { people, companyId } = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
  const now = new Date();
  const paymentOf = ({ userId }: Client, state: string) =>
    insertId(server.operator.db, 'payments', {
      company_id: companyId,
      user_id: userId,
      kind: 'top_up',
      amount: 250_000,
      description: 'For Łukasz',
      state,
      customer: 'cus',
      method: 'pm',
      card: 'visa 4242',
      created_at: now,
      settled_at: now,
      due_at: now,
    });
  const paid = { params: { id: await paymentOf(people.agent, 'succeeded') } };
  for (const who of [people.agent, people.admin]) expect(await who.call(downloadInvoice, paid)).toMatch(/^%PDF-/);
  await expect(people.agent2.call(downloadInvoice, paid)).rejects.toMatchObject({ code: 'not_found' });
  const failed = { params: { id: await paymentOf(people.agent, 'failed') } };
  await expect(people.agent.call(downloadInvoice, failed)).rejects.toMatchObject({ code: 'not_found' });
});

test('an invoice embeds a font that knows the letters of its names', async () => {
  const invoice: InvoiceDocument = {
    title: 'Invoice',
    number: 12,
    paidAt: new Date('2026-11-24T15:30:00Z'),
    paidOn: '11/24/2026',
    period: { from: '11/24/2026', to: '12/23/2026' },
    company: { name: 'Harbor Benefits', address: '1200 Brickell Bay Drive, Suite 310\nMiami, FL 33131' },
    payer: { name: 'Łukasz Ğüneş Ђорђе Νίκος', email: 'l@harbor.test' },
    card: 'visa 4242',
    lines: [{ text: 'Texting Pro', quantity: 12, price: money(70_000), amount: money(840_000) }],
    tax: { name: 'Sales tax', percent: '7', amount: money(55_000) },
    total: money(840_000),
    refunded: money(0),
  };
  const pdf = (await renderInvoice(invoice)).toString('latin1');
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toMatch(/\/FontName \/\w{6}\+NotoSans-Regular/);
  expect(pdf).not.toContain('Helvetica');
  expect(pdf).toContain('D:20261124153000Z');
});
