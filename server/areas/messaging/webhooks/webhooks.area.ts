import { area } from '#kernel/area.ts';
import type { HookKind } from '#kernel/http/hooks.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { resealTable } from '#kernel/secrets/reseal.ts';
import { webhookChores } from './webhooks.chores.ts';
import { webhookJobs } from './webhooks.jobs.ts';
import { sealedFor } from './webhooks.lines.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { failCall, handleCall } from './webhooks.service.ts';

/** `kinds`: those of all areas. */
export const webhookArea = (kinds: () => readonly HookKind[]) =>
  area({
    name: 'webhooks',
    routes: webhookRoutes,
    jobs: [
      perform(webhookJobs.handle, (ctx, { id }) => handleCall(ctx, id, kinds()), {
        giveUp: (ctx, { id }) => failCall(ctx, id) as Promise<void>,
      }),
    ],
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
