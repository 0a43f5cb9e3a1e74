import type { Ctx } from '#kernel/context.ts';

/** Where the provider signs out the browser whose session came from it; null: this one did not, or it has no such place. */
export async function findSsoLogout(_ctx: Ctx, _sessionId: number): Promise<string | null> {
  return null;
}
