// Fixed lists of e-mail templates. Apart from the schemas: the browser has these too.

/** `private`: its owner's. `team`: everyone in the reach of its owner sees it. */
export const emailShares = ['private', 'team', 'company'] as const;
export type EmailShare = (typeof emailShares)[number];

/** `position`: by hand. */
export const emailOrders = ['position', 'name', 'updated_at', 'used'] as const;

/** Purposes of a mail to a contact. */
export const mailPurposes = ['service', 'marketing'] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** Bytes of a mail's pictures and attachments together. */
export const maxEmailBytes = 10_000_000;
/** Bytes of one picture: it travels with every mail. */
export const maxPictureBytes = 2_000_000;
/** Pictures that mail programs show. */
export const mailPictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif'];
/**
 * Endings of files that a mail may have: nothing that runs, no page, no archive. Their content is checked as
 * well.
 */
export const mailFileEndings: readonly string[] =
  'pdf png jpg jpeg gif webp avif heic tif tiff doc docx xls xlsx ppt pptx odt ods odp rtf txt csv vcf ics wav mp3 ogg m4a mp4 mov webm'.split(
    ' ',
  );
/** Templates of one user, and of a company. */
export const maxEmailsOfUser = 500;
