// The parts of a user's web page. Apart from the schemas: the signed-in user and the screens have them too.

export const uploads = ['personal_photo', 'logo', 'flyer'] as const;
export type UploadName = (typeof uploads)[number];

export const pageLinks = ['facebook', 'instagram', 'linkedin', 'twitter', 'google', 'youtube', 'yelp'] as const;

/** The URL of a user's file; null: there is none. */
export const userFileUrl = (id: number, name: UploadName, version: number | null) =>
  version === null ? null : `/v1/users/${id}/files/${name}?v=${version}`;
