// Saved views: a contacts scope with columns and layout under a name, one's own or shared with the team. On the wire: quick filters.
import { z } from 'zod';
import { ContactsScope } from './contactsScope.ts';
import { Place } from './kit/crud.ts';
import { ById, endpoint, Id, Line, List, many, Nothing, PathId, paces } from './kit/endpoint.ts';
import { maxSavedViews, viewLayouts } from './savedViewLists.ts';
import { Person } from './users.ts';

const writable = {
  name: Line(60).min(1, 'Enter a name'),
  /** With the people in the owner's reach. Takes the permission `team.lead`. */
  shared: z.boolean(),
  /** Its paging and `select_n` are not kept; a search for the number of a policy is refused. */
  scope: ContactsScope,
  /** Keys of the list's columns, in their order. */
  columns: z.array(Line(40).min(1)).max(40),
  layout: z.enum(viewLayouts),
};

export const SavedView = z
  .object({
    ...writable,
    id: Id,
    owner: Person,
    version: z.int(),
    updated_at: z.string(),
    updated_by: Person,
    /** Rows that the scope names and that no longer exist: a filter's field or the scope's own, and the id. At most 100. */
    gone: z.array(z.object({ field: z.string(), id: Id })),
    can: z.object({ update: z.boolean(), delete: z.boolean(), share: z.boolean() }),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.output<typeof SavedView>;

export const SavedViewCreate = z
  .object({
    ...writable,
    shared: writable.shared.default(false),
    scope: writable.scope.prefault({}),
    columns: writable.columns.default([]),
    layout: writable.layout.default('list'),
  })
  .meta({ id: 'SavedViewCreate' });
export type SavedViewCreate = z.output<typeof SavedViewCreate>;

/** An absent field stays. */
export const SavedViewUpdate = z
  .object({
    ...z.object(writable).partial().shape,
    /** Among the own views. */
    position: Place.optional(),
    /** The one that the change is based on. Left out, the last change wins. A position has none. */
    version: z.int().optional(),
  })
  .meta({ id: 'SavedViewUpdate' });
export type SavedViewUpdate = z.output<typeof SavedViewUpdate>;

const permission = 'contacts.read';

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/v1/quick_filters',
  summary: 'Saved views: your own in your order, then those that others share with you, by name',
  permission,
  response: List(SavedView),
});

export const createSavedView = endpoint({
  method: 'POST',
  path: '/v1/quick_filters',
  summary: `Save a view, the last of your own; at most ${maxSavedViews}`,
  permission,
  body: SavedViewCreate,
  response: SavedView,
  status: 201,
  errors: ['saved_views.name_taken', 'saved_views.too_many', 'saved_views.too_many_shared', 'saved_views.policy_number'],
  rateLimit: paces.edit,
});

export const updateSavedView = endpoint({
  method: 'PATCH',
  path: '/v1/quick_filters/:id',
  summary: 'Change a saved view: what is left out stays. Shared ones are also changed by leaders who reach the owner',
  permission,
  params: ById,
  body: SavedViewUpdate,
  response: SavedView,
  errors: ['saved_views.name_taken', 'saved_views.stale', 'saved_views.too_many_shared', 'saved_views.policy_number'],
  rateLimit: paces.edit,
});

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/v1/quick_filters/:id',
  summary: 'Delete a saved view',
  permission,
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});

export const countSavedViews = endpoint({
  method: 'GET',
  path: '/v1/quick_filters/counts',
  summary: 'How many contacts you find in each of these views; at most 50 views',
  permission,
  long: true,
  query: z.object({ ids: many(PathId).refine((ids) => ids.length <= maxSavedViews, `Ask for ${maxSavedViews} views at most`) }),
  response: z.object({
    /** `total`: null for a view whose scope cannot be read, as it names what is gone or out of your reach, or that takes too long. `capped`: there are more. */
    data: z.array(z.object({ id: Id, total: z.int().nullable(), capped: z.boolean() })),
  }),
  errors: ['too_slow'],
  rateLimit: paces.look,
});
