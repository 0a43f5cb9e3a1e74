import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

const group = 'Billing';

/** Prices include it, so that everyone is charged what they were shown. */
export const taxPercent = setting('subscriptions.tax_percent', z.number().min(0).max(30).multipleOf(0.01), 0, {
  title: 'Tax in the prices of plans',
  about: 'How much of each price is tax. It stands on invoices and in the books; prices stay as they are.',
  group,
  kind: 'number',
  unit: '%',
});

export const taxName = setting('subscriptions.tax_name', z.string().trim().min(1).max(60), 'Sales tax', {
  title: 'Name of the tax',
  about: 'Stands on invoices beside the amount of tax.',
  group,
  kind: 'text',
});
