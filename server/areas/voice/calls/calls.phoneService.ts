import { outsideService, stateOf } from '#kernel/services.ts';

const providers = { gateway: 'Gateway of this installation', twilio: 'Twilio' } as const;

export const phoneService = outsideService({
  name: 'phone',
  title: 'Phone',
  purpose: 'Connects calls between browsers and with phone numbers, and records them.',
  lack: 'Nobody can call from the browser.',
  mend: {
    text: 'Your operator starts a process for calls (--role voice) or enters an application of Twilio (TWILIO_VOICE_APP_SID), and does not hide the phone (HIDE_DIALER).',
  },
  state: ({ platform: { voice } }) => stateOf(voice, voice && providers[voice.service]),
});
