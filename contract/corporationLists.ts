// Fixed lists of corporations. Apart from the schemas: the browser has these too.

export const corporationTypes = ['agency', 'carrier', 'partner'] as const;
export type CorporationType = (typeof corporationTypes)[number];

/** Questions, or pieces of news, on one web page. */
export const maxPageTexts = 12;

/** The logo's URL; null: no logo. The version changes with the file. */
export const corporationLogoUrl = (id: number, version: number | null) =>
  version === null ? null : `/v1/admin/corporations/${id}/logo?v=${version}`;
