import { area } from '#kernel/area.ts';
import { invoiceRoutes } from './invoices.routes.ts';

export const invoiceArea = area({ name: 'invoices', routes: invoiceRoutes });
