// Send rules: which user may let a send go on. Everyone who sees it may stop it.
import type { Permission } from '#contract/permissions.ts';
import type { SendKind } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';

export const permissionOf: Record<SendKind, Permission> = {
  single: 'messages.send',
  group: 'messages.group',
  broadcast: 'messages.broadcast',
  auto: 'campaigns.update',
};

/** Of one that the actor sees: its asker, and leaders, as far as they may send such mail themselves. */
export const mayRun = ({ actor }: Tx, { kind, asked_by }: { kind: SendKind; asked_by: number }): boolean =>
  actor.has(permissionOf[kind]) && (asked_by === actor.userId || actor.has('team.lead'));
