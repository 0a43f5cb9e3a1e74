// Examples of the calls about saved views.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import type * as savedViews from '#contract/savedViews.ts';
import type { Targets } from './examples.ts';
import type { TestServer } from './server.ts';

type ViewCalls = {
  [Name in keyof typeof savedViews as (typeof savedViews)[Name] extends Endpoint ? Name : never]: CallOf<
    (typeof savedViews)[Name]
  >;
};

/** A private one to change and one to delete. */
export async function someViews({ operator: { db } }: TestServer, company_id: number, userId: number, name: string) {
  const add = (position: number) =>
    insertId(db, 'saved_views', {
      company_id,
      owner_id: userId,
      updated_by: userId,
      name: `${name} ${position}`,
      scope: '{}',
      columns: '{phone}',
      layout: 'list',
      position,
    });
  return { savedView: await add(0), deletedView: await add(1) };
}

export function viewCalls(to: Targets): ViewCalls {
  const scope = { search: [{ field: 'status', operator: 'any_of' as const, value: [to.status] }] };
  return {
    listSavedViews: {},
    createSavedView: { body: { name: 'Hot leads', scope, columns: ['phone', 'status'] } },
    updateSavedView: { params: { id: to.savedView }, body: { name: 'Warm leads', position: 1 } },
    deleteSavedView: { params: { id: to.deletedView } },
    countSavedViews: { query: { ids: [to.savedView] } },
  };
}
