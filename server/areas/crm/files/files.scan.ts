// Scans a new file for viruses and stores the answer. Without one the file stays `not_scanned`.
import { journal, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { listFiles, readFiles } from '#kernel/files/files.ts';
import { contactFile } from './files.queries.ts';

export async function scanFile(ctx: WorkCtx, id: number): Promise<void> {
  const { scanner, storage } = ctx.platform;
  if (!scanner) return;
  const parts = await inTenant(ctx, (tx) => listFiles(tx, { kind: contactFile, owner: id }));
  if (parts.length === 0) return; // removed for good in the meantime
  const { virus } = await scanner.scan(readFiles(storage, parts, 0, Number.POSITIVE_INFINITY));
  await inTenant(ctx, async (tx) => {
    const file = await tx.db
      .updateTable('contact_files')
      .set({ scan: virus === null ? 'clean' : 'infected', virus: virus ?? '' })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .where('scan', '=', 'not_scanned')
      .returning(['contact_id', 'name'])
      .executeTakeFirst();
    if (!file) return;
    if (virus !== null)
      await journal(tx, { contactId: file.contact_id, action: 'file_infected', after: { file: file.name, virus } });
    const holder = await tx.db
      .selectFrom('contacts')
      .select(['owner_id', 'pool_id'])
      .where('company_id', '=', tx.companyId)
      .where('id', '=', file.contact_id)
      .executeTakeFirstOrThrow();
    await tellChanged(tx, file.contact_id, holder);
  });
}
