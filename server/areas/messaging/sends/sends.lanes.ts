// The two lanes: how the engine sends mails and texts.
import type { WorkCtx } from '#kernel/context.ts';
import { deliverDue } from './engine/sends.deliver.ts';
import { pumpOf, type SendLane } from './engine/sends.lane.ts';
import { mailCourier } from './mails/sends.mailCourier.ts';
import { sendJobs } from './sends.jobs.ts';
import { textCourier } from './texts/sends.textCourier.ts';

const mailLane: SendLane = { channel: 'email', pump: 'sends.due', job: sendJobs.deliver, key: 'sends.deliver' };
const textLane: SendLane = { channel: 'text', pump: 'sends.texts_due', job: sendJobs.deliverTexts, key: 'sends.deliver_texts' };

export const sendPump = pumpOf(mailLane);
export const textPump = pumpOf(textLane);

export const deliver = (ctx: WorkCtx, signal: AbortSignal): Promise<void> =>
  deliverDue(ctx, mailLane, ctx.platform.mail && mailCourier(ctx, ctx.platform.mail), signal);

export const deliverTexts = (ctx: WorkCtx, signal: AbortSignal): Promise<void> =>
  deliverDue(ctx, textLane, ctx.platform.telephony && textCourier(ctx, ctx.platform.telephony), signal);
