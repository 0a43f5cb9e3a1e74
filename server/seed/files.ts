// Files and recorded calls of a few of the demo's clients.
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { callRecording, contactFile } from '#areas/crm/files/files.service.ts';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Storage } from '#kernel/files/storage.ts';
import { sampleCall, samplePdf, samplePicture } from './samples.ts';

interface Client {
  id: number;
  owner_id: number;
  name: string;
  phone: string;
}

const clients = 3;

export async function storeDemoFiles(db: Db, storage: Storage, companyId: number): Promise<void> {
  const { rows } = await sql<Client>`
    select c.id, c.owner_id, c.first_name || ' ' || c.last_name as name, c.phone from contacts c
    where c.company_id = ${companyId} and c.kind = 'client' and c.owner_id is not null and c.phone <> ''
    order by c.id limit ${clients}`.execute(db);
  const store = async (
    file: { kind: string; owner_id: number; name: string; type: string; uploaded_by: number },
    content: Buffer,
  ) => {
    const key = `${companyId}/${randomUUID()}`;
    const hash = createHash('sha256').update(content).digest();
    await insertId(db, 'files', { ...file, company_id: companyId, key, size: content.length, hash, state: 'kept' });
    await storage.put(key, bytesOf(content));
  };
  for (const [place, { id: contact_id, owner_id, name, phone }] of rows.entries()) {
    const files: [name: string, type: string, content: Buffer][] = [
      [
        'Scope of appointment.pdf',
        'application/pdf',
        samplePdf('Scope of appointment', [`Client: ${name}`, 'Medicare Advantage and Part D plans']),
      ],
      ['Insurance card.png', 'image/png', samplePicture()],
      ['Notes of the visit.txt', 'text/plain', Buffer.from(`${name} prefers calls in the morning.\n`)],
    ];
    for (const [file, type, content] of files) {
      const row = { company_id: companyId, contact_id, name: file, type, size: content.length, added_by: owner_id };
      const added = await insertId(db, 'contact_files', row);
      await store({ kind: contactFile, owner_id: added, name: file, type, uploaded_by: owner_id }, content);
    }
    for (const seconds of [6 + place * 3, 11]) {
      const call = {
        company_id: companyId,
        contact_id,
        user_id: owner_id,
        direction: seconds === 11 ? 'inbound' : 'outbound',
        number: phone,
        started_at: new Date(Date.now() - seconds * 20_000_000),
        seconds,
      };
      const recorded = await insertId(db, 'call_files', call);
      const file = { kind: callRecording, owner_id: recorded, name: 'call.wav', type: 'audio/wav', uploaded_by: owner_id };
      await store(file, sampleCall(seconds));
    }
  }
}

async function* bytesOf(content: Buffer) {
  yield content;
}
