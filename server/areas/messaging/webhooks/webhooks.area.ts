import { area } from '#kernel/area.ts';
import type { AccountHook, HookKind } from '#kernel/http/hooks.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { resealTable } from '#kernel/secrets/reseal.ts';
import { webhookChores } from './webhooks.chores.ts';
import { webhookJobs } from './webhooks.jobs.ts';
import { sealedFor } from './webhooks.lines.ts';
import { forgottenCallPump } from './webhooks.pump.ts';
import { mailReports } from './webhooks.reports.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { failCall, handleCall, takeCalls } from './webhooks.service.ts';

/** The hooks of all areas. */
type Hooks = () => { kinds: readonly HookKind[]; accounts: readonly AccountHook[] };

export const webhookArea = (hooks: Hooks) =>
  area({
    name: 'webhooks',
    routes: webhookRoutes(() => {
      const { kinds, accounts } = hooks();
      return [mailReports(kinds), ...accounts];
    }),
    jobs: [
      perform(webhookJobs.handle, (ctx, { id }) => handleCall(ctx, id, hooks().kinds), {
        giveUp: (ctx, { id }) => failCall(ctx, id) as Promise<void>,
      }),
      perform(webhookJobs.take, (ctx, { kind }, { signal }) => takeCalls(ctx, kind, hooks().kinds, signal)),
    ],
    pumps: [forgottenCallPump],
    chores: webhookChores,
    reseals: {
      'addresses of webhooks': resealTable({
        table: 'hook_lines',
        key: { kind: 'text' },
        sealed: { token_sealed: sealedFor.token, secret_sealed: sealedFor.secret },
      }),
      'calls of webhooks': resealTable({
        table: 'hook_calls',
        key: { id: 'bigint' },
        sealed: { body_sealed: sealedFor.body },
        batch: 10,
      }),
    },
  });
