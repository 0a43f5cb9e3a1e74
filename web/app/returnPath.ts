// Where somebody goes on after signing in. The cookie that remembers it may have been written by anybody who could set one here: it leads
// to the contacts or nowhere.

/** A contacts page of our own, with the letters that a browser writes into an address: no backslash, no control character. */
const ours = /^\/contacts(?:\/[\w-]+)*(?:\?[!-"$-[\]-~]*)?(?:#[!-[\]-~]*)?$/;

/** As much as single sign-on takes with it to the provider and back. */
const longest = 2000;

export const returnPath = (said: string | undefined): string | null =>
  said !== undefined && said.length <= longest && ours.test(said) ? said : null;
