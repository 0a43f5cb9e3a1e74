// The path to open after sign-in. Anyone who can set a cookie here may have written the remembered path: it leads
// to the contacts or nowhere.

/**
 * A contacts page of our own, with the letters that a browser writes into an address: no backslash, no control
 * character.
 */
const ours = /^\/contacts(?:\/[\w-]+)*(?:\?[!-"$-[\]-~]*)?(?:#[!-[\]-~]*)?$/;

/** The maximum that single sign-on takes to the provider and back. */
const longest = 2000;

export const returnPath = (said: string | undefined): string | null =>
  said !== undefined && said.length <= longest && ours.test(said) ? said : null;
