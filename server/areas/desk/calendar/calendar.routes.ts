import * as calendar from '#contract/calendar.ts';
import * as calendarFeed from '#contract/calendarFeed.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { exportCalendar, getFeed, readFeed, renewFeed, withdrawFeed } from './calendar.feed.ts';
import { importCalendar } from './calendar.import.ts';
import { listCalendarHistory, listContactEvents, listEvents } from './calendar.lists.ts';
import { createEvent, deleteEvent, getEvent, updateEvent } from './calendar.service.ts';

export const calendarRoutes = routes(
  { ...calendar, ...calendarFeed },
  {
    listEvents: (ctx, { query }) => inTenant(ctx, (tx) => listEvents(tx, query)),
    createEvent: (ctx, { body }) => inTenant(ctx, (tx) => createEvent(tx, body)),
    getEvent: (ctx, { params, query }) => inTenant(ctx, (tx) => getEvent(tx, params.id, query.occurrence ?? null)),
    updateEvent: (ctx, { params, body }) => inTenant(ctx, (tx) => updateEvent(tx, params.id, body)),
    deleteEvent: (ctx, { params, query }) => inTenant(ctx, (tx) => deleteEvent(tx, params.id, query)),
    listContactEvents: (ctx, { query }) => inTenant(ctx, (tx) => listContactEvents(tx, query)),
    listCalendarHistory: (ctx, { query }) => inTenant(ctx, (tx) => listCalendarHistory(tx, query)),
    getCalendarFeed: (ctx) => inTenant(ctx, getFeed),
    renewCalendarFeed: (ctx) => renewFeed(ctx),
    withdrawCalendarFeed: (ctx) => inTenant(ctx, withdrawFeed),
    readCalendarFeed: (ctx, { params }) => readFeed(ctx, params.token),
    exportCalendar: (ctx) => exportCalendar(ctx),
    importCalendar: (ctx, { files }) => importCalendar(ctx, files),
  },
);
