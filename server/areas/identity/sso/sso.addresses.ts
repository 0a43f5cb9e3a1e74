// Our own addresses as given to a provider: always exactly the same.
const address = (path: string, origin: string) => new URL(path, origin).href;

export const callbackOf = (origin: string, companyId: number) => address(`/api/auth/callback/${companyId}`, origin);
export const logoutOf = (origin: string) => address('/sso-logout', origin);
export const backchannelOf = (origin: string, companyId: number) => address(`/v1/sso/${companyId}/backchannel_logout`, origin);
