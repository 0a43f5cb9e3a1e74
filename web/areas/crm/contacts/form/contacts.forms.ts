// Field errors as the server names them, under the names of the forms that show one phone and one e-mail.

/** `phones.0.number` becomes `phone`, `emails.0.address` becomes `email`; the rest stays. */
export const formErrors = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field.startsWith('phones') ? 'phone' : field.startsWith('emails') ? 'email' : field,
      text,
    ]),
  );
