// Settings of microphone and speaker, with a level and a test, and a test of the connection to the phone service.
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryClient, queryOf } from '#app/queries.ts';
import { fetchDeviceToken } from '#contract/dialer.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import classes from './Phone.module.css';
import { live } from './phone.live.ts';
import { useSoundDevices } from './useSoundDevices.ts';
import { type PreflightTest, testVoice } from './voiceDevice.ts';
import { voiceErrorOf } from './voiceErrors.ts';
import { mosWords, type TestStatus, testWords, warningWords } from './voiceQuality.ts';
import { PhoneSound } from './voiceSounds.ts';

export function PhoneSettings() {
  const { microphone, speaker, setMicrophone, setSpeaker } = useSoundDevices();
  const devices = useQuery({ queryKey: ['sound devices'], queryFn: listDevices, staleTime: 0, gcTime: 0 });
  const { refetch } = devices;
  useEffect(() => {
    const look = () => void refetch();
    navigator.mediaDevices?.addEventListener('devicechange', look);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', look);
  }, [refetch]);
  if (!navigator.mediaDevices)
    return <p className={classes.empty}>Calls need a secure address: https, or localhost. Ask your administrator for it.</p>;
  const of = (kind: MediaDeviceInfo['kind']) => [
    { value: '', label: 'As the computer chooses' },
    ...(devices.data ?? [])
      .filter((each) => each.kind === kind && each.deviceId && each.deviceId !== 'default')
      .map(({ deviceId, label }, place) => ({ value: deviceId, label: label || `${deviceWords[kind]} ${place + 1}` })),
  ];
  const isNamed = devices.data?.some(({ label }) => label !== '') ?? true;
  return (
    <div className={classes.settings}>
      <Select
        label="Microphone"
        allowDeselect={false}
        data={of('audioinput')}
        value={microphone}
        onChange={(next) => setMicrophone(next ?? '')}
      />
      <Level microphone={microphone} onAllowed={() => void refetch()} isNamed={isNamed} />
      <Select
        label="Speaker"
        allowDeselect={false}
        data={of('audiooutput')}
        value={speaker}
        onChange={(next) => setSpeaker(next ?? '')}
      />
      <Button variant="default" onClick={() => void new PhoneSound('test').play()}>
        Play a test sound
      </Button>
      <QualityTest />
    </div>
  );
}

const deviceWords: Record<MediaDeviceInfo['kind'], string> = {
  audioinput: 'Microphone',
  audiooutput: 'Speaker',
  videoinput: 'Camera',
};

const listDevices = async () => (await navigator.mediaDevices?.enumerateDevices()) ?? [];

/** The microphone's level. It asks for permission only at the user's press, unless it has it. */
function Level({ microphone, isNamed, onAllowed }: { microphone: string; isNamed: boolean; onAllowed: () => void }) {
  const [on, setOn] = useState(false);
  const [level, setLevel] = useState(0);
  const [wrong, setWrong] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onAllowed` is told once it hears
  useEffect(() => {
    if (!on) return;
    let isOver = false;
    let end = () => {};
    hear(microphone, (next) => !isOver && setLevel((now) => Math.max(next, Math.floor(now * 0.9)))).then(
      (stop) => {
        end = stop;
        if (isOver) return stop();
        onAllowed();
      },
      (error: unknown) => {
        setOn(false);
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        setWrong(voiceErrorOf({ code: isDenied ? 31401 : 31402 }).message);
      },
    );
    return () => {
      isOver = true;
      end();
    };
  }, [on, microphone]);
  return (
    <div className={classes.level}>
      <Button
        variant="default"
        onClick={() => {
          setWrong('');
          setLevel(0);
          setOn(!on);
        }}
      >
        {on ? 'Stop' : isNamed ? 'Test the microphone' : 'Allow and test the microphone'}
      </Button>
      {on && (
        <meter className={classes.meter} aria-label="Level of the microphone" min={0} max={100} value={level}>
          {level} %
        </meter>
      )}
      {wrong && <p role="alert">{wrong}</p>}
    </div>
  );
}

async function hear(microphone: string, tell: (level: number) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: microphone ? { deviceId: { exact: microphone } } : true });
  const audio = new AudioContext();
  void audio.resume();
  const analyser = audio.createAnalyser();
  audio.createMediaStreamSource(stream).connect(analyser);
  const wave = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(wave);
    const loudness = Math.sqrt(wave.reduce((sum, each) => sum + each * each, 0) / wave.length);
    tell(Math.min(100, Math.round(loudness * 300)));
  }, 50);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    void audio.close();
  };
}

/** A call of some seconds to the phone service, which sends back what it hears. */
function QualityTest() {
  const isInCall = live.use() !== null;
  const [status, setStatus] = useState<TestStatus | null>(null);
  const [result, setResult] = useState<PreflightTest.Report | null>(null);
  const [wrong, setWrong] = useState('');
  const running = useRef<PreflightTest>(null);
  useEffect(() => () => running.current?.stop(), []);
  const busy = status === 'connecting' || status === 'connected';
  const begin = async () => {
    setWrong('');
    setResult(null);
    setStatus('connecting');
    try {
      const { token, service, ice_servers } = await queryClient.fetchQuery({
        ...queryOf(fetchDeviceToken),
        staleTime: 0,
        gcTime: 0,
      });
      const test = await testVoice({ token, service }, { iceServers: ice_servers });
      running.current = test;
      test.on('connected', () => setStatus('connected'));
      test.on('completed', (report: PreflightTest.Report) => {
        running.current = null;
        setResult(report);
        setStatus('completed');
      });
      test.on('failed', (error: unknown) => {
        running.current = null;
        setWrong(voiceErrorOf(error).message);
        setStatus('failed');
      });
    } catch {
      setWrong('The phone service cannot be reached. Try again in a moment');
      setStatus('failed');
    }
  };
  const { mos, rtt, jitter } = result?.stats ?? {};
  return (
    <div className={classes.quality}>
      <Button variant="default" disabled={isInCall} loading={busy} onClick={() => void begin()}>
        Test the call quality
      </Button>
      <div role="status">
        {status && <StatusBadge status={{ title: testWords[status], color: tones[status] }} />}
        {mos && (
          <dl className={classes.figures}>
            <dt>Sound</dt>
            <dd>{`${mosWords(mos.average)} (${mos.average.toFixed(1)} of 4.5)`}</dd>
            <dt>Round trip</dt>
            <dd className="figures">{`${Math.round(rtt?.average ?? 0)} ms`}</dd>
            <dt>Jitter</dt>
            <dd className="figures">{`${(jitter?.average ?? 0).toFixed(1)} ms`}</dd>
          </dl>
        )}
        {result?.warnings.map(({ name }) => warningWords(name) && <p key={name}>{warningWords(name)}</p>)}
        {wrong && <p>{wrong}</p>}
      </div>
    </div>
  );
}

const tones = { connecting: 'blue', connected: 'blue', completed: 'green', failed: 'red' } as const;
