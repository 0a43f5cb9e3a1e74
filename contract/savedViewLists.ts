// Fixed lists and limits of saved views. Apart from the schemas: the browser has these too.
export const viewLayouts = ['list', 'board'] as const;
export type ViewLayout = (typeof viewLayouts)[number];

/** That one user may save. */
export const maxSavedViews = 50;

/** That a user sees of the team, their own shared ones among them: to share one more is refused. */
export const maxSharedViews = 100;
