export function SsoSettings() {
  return null;
}
