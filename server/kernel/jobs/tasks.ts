// A job's work. Its name is separate (job.ts), so that code that asks for a job does not import its work:
//   imports.jobs.ts  export const importJobs = { run: job('imports.run', z.object({ id: Id }), { long: true }) };
//   imports.area.ts  jobs: [perform(importJobs.run, (ctx, { id }, run) => runImport(ctx, id, run))]
import { z } from 'zod';
import type { WorkCtx } from '#kernel/context.ts';
import { Failure } from '#kernel/errors.ts';
import type { Job, Lane } from './job.ts';

export interface JobRun {
  /** Aborts when the process is to stop, or the company is quiet: leave at the next good place by throwing, and the job goes on elsewhere at no cost. */
  signal: AbortSignal;
  /** From 1. */
  attempt: number;
  /** Whether a failure now is for good. */
  readonly last: boolean;
  /** Its worker died in the last try: all that is left is to say so. */
  spent: boolean;
  /** Said after each step that stands for good: the tries count from there, so that long work comes through any number of deaths. */
  movedOn(): Promise<void>;
}

/** The signals of long work in steps: it hears when to stop, and reports each step. */
export type Steps = Pick<JobRun, 'signal'> & Partial<Pick<JobRun, 'movedOn'>>;

/** A job's work, as the worker runs it. */
export interface Task {
  (ctx: WorkCtx, payload: unknown, job: JobRun): Promise<void>;
  lane?: Lane;
  waits?: boolean;
  /** Tells the world that it will not be done. */
  giveUp?(ctx: WorkCtx, payload: unknown): Promise<void>;
}
/** By the name of the job. */
export type Tasks = Record<string, Task>;

class WorkerDied extends Error {
  override name = 'WorkerDied';
}

/**
 * A job runs at least once, as the person who asked; what it did before a crash it must not do twice. `giveUp` tells the world when no try is
 * left, whichever way the last one ended.
 */
export function perform<S extends z.ZodType>(
  { name, payload: schema, lane, waits }: Job<S>,
  run: (ctx: WorkCtx, payload: z.output<S>, job: JobRun) => Promise<unknown>,
  { giveUp = async () => {} }: { giveUp?(ctx: WorkCtx, payload: z.output<S>): Promise<void> } = {},
): Tasks {
  const runOrGiveUp: Task = async (ctx, given, job) => {
    const payload = schema.parse(given);
    try {
      if (job.spent) throw new WorkerDied();
      await run(ctx, payload, job);
    } catch (error) {
      if (job.last && !job.signal.aborted) await giveUp(ctx, payload);
      throw error;
    }
  };
  return {
    [name]: Object.assign(runOrGiveUp, {
      lane,
      waits,
      giveUp: (ctx: WorkCtx, given: unknown) => giveUp(ctx, schema.parse(given)),
    }),
  };
}

/** The relay wraps a task's payload in this envelope; the worker unwraps it. */
export const JobEnvelope = z.object({
  companyId: z.int(),
  outboxId: z.int(),
  asker: z.object({ userId: z.int(), impersonatorId: z.int().nullable(), apiKeyId: z.int().nullish() }),
  payload: z.unknown(),
});
export type JobEnvelope = z.output<typeof JobEnvelope>;

/** An error as it may be kept and shown: no values, which could be a person's. Our own texts are made for people, so they stay. */
export function describeError(error: unknown): string {
  if (error instanceof Failure) return `${error.code}: ${error.message.slice(0, 200)}`;
  if (!(error instanceof Error)) return 'Unknown error';
  const { name, code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  return [name, code, constraint].filter((part) => typeof part === 'string').join(' ');
}
