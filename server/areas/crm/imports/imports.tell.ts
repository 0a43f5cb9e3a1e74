// Tells screens how far an import is: those of the people who may see the attempt (`isVisible` in imports.queries.ts).
import { type Held, whoReaches } from '#areas/identity/users/users.service.ts';
import type { ImportProgress } from '#contract/cable.ts';
import type { Tx } from '#kernel/context.ts';

type Progress = Omit<ImportProgress, 'asker_id' | 'status'> & Held & { asked_by: number; run_by: number | null; status: string };

export async function tellProgress(tx: Tx, attempt: Progress): Promise<void> {
  const { id, asked_by, run_by, size, read, created, updated, skipped, rejected, dropped, undone, kept } = attempt;
  const status = attempt.status as ImportProgress['status'];
  const leaders = await whoReaches(tx, [{ owner_id: asked_by, pool_id: null }, attempt], 'team.lead');
  const asker_id = run_by ?? asked_by;
  tx.tell(
    { id, asker_id, status, size, read, created, updated, skipped, rejected, dropped, undone, kept },
    { on: 'ContactsImportChannel', to: [asked_by, asker_id, ...leaders] },
  );
}
