// Fixed lists and limits of saved views. Apart from the schemas: the browser has these too.
export const viewLayouts = ['list', 'board'] as const;
export type ViewLayout = (typeof viewLayouts)[number];

/** That one user may save. */
export const maxSavedViews = 50;
