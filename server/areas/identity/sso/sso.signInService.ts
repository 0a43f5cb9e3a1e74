import { Failure } from '#kernel/errors.ts';
import { outsideService } from '#kernel/services.ts';
import { providerOf } from './sso.provider.ts';
import { findOpenConnection } from './sso.queries.ts';

export const signInService = outsideService({
  name: 'sign_in',
  title: 'Single sign-on',
  purpose: 'Lets your people sign in with their accounts at your company’s identity provider.',
  lack: 'People sign in with a password or a passkey of their own.',
  mend: { text: 'Set it up under Security.', to: '/admin/security' },
  async state({ platform, actor }) {
    const connection = await findOpenConnection(platform.db, actor.companyId);
    if (!connection) return { state: 'not_configured' };
    const provider = new URL(connection.issuer).host;
    try {
      await providerOf(platform, connection);
      return { state: 'connected', provider };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { state: 'broken', why: 'NO_DISCOVERY', provider };
    }
  },
});
