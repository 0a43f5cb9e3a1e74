// Fixed rules of files. Apart from the schemas: the browser has these too.

/** Bytes of one file of a contact. */
export const maxFileSize = 100_000_000;
/** Bytes of one part of an upload in parts: at most this much is sent again after an interruption. */
export const partSize = 8_000_000;

/** The answer of a virus scan. `not_scanned`: no scanner is set up, or it could not read the file. */
export const scanStates = ['not_scanned', 'clean', 'infected'] as const;
export type ScanState = (typeof scanStates)[number];

export const callDirections = ['inbound', 'outbound'] as const;
export type CallDirection = (typeof callDirections)[number];

/** Pictures that every browser shows and that cannot run anything. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
export const pdfType = 'application/pdf';
