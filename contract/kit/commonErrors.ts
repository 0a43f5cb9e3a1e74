// The errors that the web app's first script has to know by heart; kit/errors.ts has them all.
export const commonErrors = {
  forbidden: { status: 403, text: 'Access denied!' },
  unavailable: { status: 503, text: 'The server is busy. Try again in a moment.' },
  internal: { status: 500, text: 'Something went wrong on our side. Nothing was lost.' },
} as const;
