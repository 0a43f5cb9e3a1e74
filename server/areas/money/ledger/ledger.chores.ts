import type { Chore } from '#kernel/jobs/housekeeping.ts';
import { reconcile } from './ledger.reconcile.ts';

export const ledgerChores: Chore[] = [
  {
    name: 'reconcile the ledger',
    /** Fails where it finds something, so that health and metrics say so until it is mended. */
    async run(db, { clock, log }) {
      const companies = await db.selectFrom('ledger_accounts').select('company_id').distinct().execute();
      let wrong = 0;
      for (const { company_id: company } of companies) {
        const findings = await reconcile(db, company, clock());
        if (findings.length > 0) log.error({ company, findings }, 'the ledger does not add up');
        wrong += findings.length;
      }
      if (wrong > 0) throw new Error('the ledger does not add up');
    },
  },
];
