// Virus scans of files, as areas see them. The adapter is in server/providers/clamav.

export interface FileScanner {
  /** Reads the whole content. `virus`: its name; null for a clean file. Throws ScanFailed. */
  scan(content: AsyncIterable<Uint8Array>): Promise<{ virus: string | null }>;
  /** Null where it answers; else why not. */
  check(): Promise<string | null>;
}

/** The scanner did not answer, or it could not read this file. */
export class ScanFailed extends Error {
  override name = 'ScanFailed';
}
