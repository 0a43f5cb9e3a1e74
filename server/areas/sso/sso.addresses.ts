// Our own addresses, as a provider is told them: letter for letter the same each time.
const address = (path: string) => (origin: string) => new URL(path, origin).href;

export const callbackOf = address('/api/auth/callback');
export const logoutOf = address('/sso-logout');
export const backchannelOf = (origin: string, companyId: number) => address(`/v1/sso/${companyId}/backchannel_logout`)(origin);
