import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

/** Shown in every marketing e-mail (15 USC 7704). Kept on the screen of compliance, not among the other settings. */
export const postalAddress = setting('compliance.postal_address', z.string().trim().max(300), '');

/** Whether the carriers let this company text (A2P 10DLC). */
export const textRegistration = setting(
  'compliance.text_registration',
  z.enum(['none', 'pending', 'approved', 'failed', 'suspended']),
  'none',
);
