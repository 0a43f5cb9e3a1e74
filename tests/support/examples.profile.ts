// Examples of the calls about the user's own profile.
import type { Targets } from './examples.ts';

export function profileCalls(to: Targets) {
  return {
    updateProfile: { body: { first_name: 'Rosa', title: 'advisor', about_me: 'Since 1998', timezone: 'cst' as const } },
    updateUserProfile: { params: { id: to.user }, body: { last_name: 'Alvarez' } },
    createHelp: { body: { question: 'How do I import?', page: '/imports' } },
    listFavorites: {},
    createFavorite: { body: { favorite_id: to.colleague } },
    deleteFavorite: { body: { favorite_id: to.colleague } },
    listColleagues: { query: { q: 'a' } },
    updateTheme: { body: { font_size: 'large' as const, primary_color: 'teal' as const, background: 'dark' as const } },
    updateWebpage: { params: { id: to.user }, body: { headline: 'Here for you', facebook: 'facebook.com/rosa', active: true } },
    downloadUserFile: { params: { id: to.user, name: 'flyer' as const }, query: {} },
    updateTimezone: { body: { timezone: 'pst' as const } },
  };
}
