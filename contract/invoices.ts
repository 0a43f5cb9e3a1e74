// Invoices and receipts of payments by card, as PDF.
import { ById, endpoint, Nothing, paces } from './kit/endpoint.ts';

export const downloadInvoice = endpoint({
  method: 'GET',
  path: '/v1/wallets/invoice_history/:id',
  summary: 'The invoice of a payment of yours as PDF; of a top-up its receipt. Administrators of money get those of everyone',
  permission: 'signed_in',
  ahead: 'payment',
  kind: 'stream',
  params: ById,
  response: Nothing,
  rateLimit: paces.look,
});
