/** The day of a spreadsheet's serial number: 1 is 1 January 1900, and 60 is 29 February 1900, which never existed. */
export function serialDay(serial: number, from1904 = false): string | null {
  const whole = Math.floor(serial);
  const days = from1904 ? whole + 1462 : whole < 60 ? whole + 1 : whole;
  if (!(whole >= 0 && days <= lastDay)) return null;
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
}

const lastDay = 2_958_465; // 31 December 9999
