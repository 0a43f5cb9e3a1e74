import * as profile from '#contract/profile.ts';
import * as webpage from '#contract/webpage.ts';
import { routes } from '#kernel/http/routes.ts';
import { downloadUserFile } from './profile.files.ts';
import { updateProfile, updateUserProfile } from './profile.service.ts';
import { updateWebpage } from './profile.webpage.ts';

export const profileRoutes = routes(
  { ...profile, ...webpage },
  {
    updateProfile: (ctx, { body }) => updateProfile(ctx, body),
    updateUserProfile: (ctx, { params, body }) => updateUserProfile(ctx, params.id, body),
    updateTheme: (ctx, { body }) => updateProfile(ctx, body),
    updateTimezone: (ctx, { body }) => updateProfile(ctx, body),
    updateWebpage: (ctx, { params, body, files }) => updateWebpage(ctx, params.id, body, files),
    downloadUserFile: (ctx, { params, query }) => downloadUserFile(ctx, params.id, params.name, query.v),
  },
);
