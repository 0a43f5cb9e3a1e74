export function PasswordTab() {
  return null;
}
