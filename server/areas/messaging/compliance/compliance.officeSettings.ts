import { z } from 'zod';
import { setting } from '#kernel/settings.ts';

/** Shown in every marketing e-mail (15 USC 7704). Kept on the screen of compliance, not among the other settings. */
export const postalAddress = setting('compliance.postal_address', z.string().trim().max(300), '');
