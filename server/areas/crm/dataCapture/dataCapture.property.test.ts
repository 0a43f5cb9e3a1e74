// Of any form and any answers, the filter of the list finds the contacts whose page says the same.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createCaptureForm, updateCaptureForm } from '#contract/captureForms.ts';
import { captureStates, conditionOperators } from '#contract/captureProgress.ts';
import { listContacts, updateContact } from '#contract/contacts.ts';
import { createCustomField } from '#contract/customFields.ts';
import { getDataCapture } from '#contract/dataCapture.ts';
import { aCompany, aContact } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';

const count = 8;
let admin: Client;
const fields: number[] = [];
let ids: number[] = [];
let form: number;
beforeAll(async () => {
  const server = await aServer();
  const company = await aCompany(server, { admin: {} });
  admin = company.people.admin;
  const add = (place: number) =>
    admin.call(createCustomField, { body: { name: `Field ${place}`, type: 'choice', choices: ['a', 'b'] } });
  for (const place of [0, 1, 2, 3, 4]) fields.push((await add(place)).id);
  ids = await Promise.all(
    Array.from({ length: count }, () => aContact(server, company.companyId, { owner_id: admin.userId, first_name: 'Rosa' })),
  );
  form = (await admin.call(createCaptureForm, { body: { name: 'Any' } })).id;
});

const value = fc.constantFrom('a', 'b');
/** `above`: how far up the condition's field stands. */
const field = fc.record({
  required: fc.boolean(),
  condition: fc.option(
    fc.record({
      above: fc.nat(4),
      operator: fc.constantFrom(...conditionOperators),
      values: fc.array(value, { minLength: 1, maxLength: 2 }),
    }),
  ),
});
const answers = fc.array(fc.option(value), { minLength: 5, maxLength: 5 });

test('the filter agrees with the contact’s page', async () => {
  const forms = fc.array(field, { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(forms, fc.array(answers, { minLength: count, maxLength: count }), async (layout, given) => {
      const sections = [
        {
          fields: layout.map(({ required, condition }, place) => {
            const above = condition ? fields[place - 1 - condition.above] : undefined;
            return {
              field_id: fields[place] ?? 0,
              required,
              shown_when: condition && above ? { field_id: above, ...condition } : null,
            };
          }),
        },
      ];
      await admin.call(updateCaptureForm, { params: { id: form }, body: { sections } });
      const expected = new Map<string, number[]>(captureStates.map((state) => [state, []]));
      for (const [place, id] of ids.entries()) {
        const custom_fields = Object.fromEntries(fields.map((each, index) => [each, given[place]?.[index] ?? null]));
        await admin.call(updateContact, { params: { id }, body: { custom_fields } });
        const { data } = await admin.call(getDataCapture, { params: { id } });
        expected.get(data[0]?.state ?? '')?.push(id);
      }
      for (const state of captureStates) {
        const search = [{ field: `capture:${form}`, operator: 'any_of' as const, value: [state] }];
        const { data } = await admin.call(listContacts, { body: { contacts_scope: { search } } });
        expect(data.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected.get(state)?.sort((a, b) => a - b));
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);
