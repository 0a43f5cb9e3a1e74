import { Readable } from 'node:stream';
import * as contract from '#contract/invoices.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { getDocument } from './invoices.document.ts';

export const invoiceRoutes = routes(contract, {
  downloadInvoice: async (ctx, { params }) => {
    const document = await inTenant(ctx, (tx) => getDocument(tx, params.id));
    const { renderInvoice } = await import('./invoices.pdf.ts'); // its fonts are large, and few ask
    const content = await renderInvoice(document);
    return { name: `${document.title} ${document.number}.pdf`, type: 'application/pdf', content: Readable.from([content]) };
  },
});
