// Examples of the calls about forms and their answers.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as captureForms from '#contract/captureForms.ts';
import type * as dataCapture from '#contract/dataCapture.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type { Targets } from './examples.ts';
import type { TestServer } from './server.ts';

type CallsOf<Area> = { [Name in keyof Area as Area[Name] extends Endpoint ? Name : never]: CallOf<Area[Name]> };

/** A form of one field, which a contact has answered. */
export async function someForm(
  { operator: { db } }: TestServer,
  company_id: number,
  contact_id: number,
  actor_id: number,
  name: string,
) {
  const field_id = await insertId(db, 'custom_fields', { company_id, name: `Form ${name}`, type: 'text' });
  const fields = [{ field_id, required: true, help: '', shown_when: null }];
  const sections = JSON.stringify([{ title: 'First', fields }]);
  const captureForm = await insertId(db, 'capture_forms', { company_id, name, sections });
  const images = { before: JSON.stringify({ [field_id]: null }), after: JSON.stringify({ [field_id]: 'Yes' }) };
  await insertId(db, 'contact_captures', { company_id, contact_id, form_id: captureForm, actor_id, ...images });
  return { captureField: field_id, captureForm };
}

export function captureCalls(to: Targets): CallsOf<typeof captureForms> & CallsOf<typeof dataCapture> {
  const contact = { params: { id: to.contact } };
  const form = { params: { id: to.captureForm } };
  const fields = [
    { field_id: to.captureField, required: true, help: 'Ask first' },
    { field_id: to.customField, shown_when: { field_id: to.captureField, operator: 'any_of' as const, values: ['Yes'] } },
  ];
  return {
    listCaptureForms: {},
    listAdminCaptureForms: { query: { counts: true } },
    getCaptureForm: form,
    createCaptureForm: { body: { name: 'Needs' } },
    updateCaptureForm: { ...form, body: { name: 'Needs today', sections: [{ title: 'Now', fields }], position: 0 } },
    deleteCaptureForm: { ...form, query: { with_values: true } },
    getDataCapture: contact,
    updateDataCapture: {
      ...contact,
      body: { data_captures: [{ form_id: to.captureForm, answers: { [to.captureField]: 'Often' } }] },
    },
  };
}
