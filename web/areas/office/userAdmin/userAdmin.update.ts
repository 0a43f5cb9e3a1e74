// Apart from the area: the first script need not know these calls.
import { invalidate } from '#app/queries.ts';
import { listDownline } from '#contract/downline.ts';
import { getUser, listUsers } from '#contract/userAdmin.ts';

export const askAgain = () => invalidate(listUsers, getUser, listDownline);
