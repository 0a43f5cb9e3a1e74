const format = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
});

/** In this machine's time zone: nobody may be signed in here. */
export const momentHere = (moment: string) => format.format(new Date(moment));

export const sizeOf = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB`);
