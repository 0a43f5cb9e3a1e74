// A call that the phone service does not begin.
export interface Refused {
  /** Of the phone service's catalogue. */
  refused: { code: number; message: string };
}

export const refuse = (code: number, message: string): Refused => ({ refused: { code, message } });
