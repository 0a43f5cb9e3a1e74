// Which microphone and speaker the user chose in this browser; the phone follows.
import { useEffect } from 'react';
import { text } from '#app/parsers.ts';
import { useStored } from '#app/stored.ts';
import { deviceStatus } from './phone.live.ts';
import { chooseSoundDevices } from './phone.ts';

export function useSoundDevices() {
  const [microphone, setMicrophone] = useStored('phone.microphone', text(200), '');
  const [speaker, setSpeaker] = useStored('phone.speaker', text(200), '');
  const isReady = deviceStatus.use() === 'READY';
  useEffect(() => {
    if (isReady) void chooseSoundDevices(microphone, speaker);
  }, [isReady, microphone, speaker]);
  return { microphone, speaker, setMicrophone, setSpeaker };
}
