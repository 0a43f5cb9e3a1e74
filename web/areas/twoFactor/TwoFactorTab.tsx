export function TwoFactorTab() {
  return null;
}
