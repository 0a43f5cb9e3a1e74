// Calls of a handset of the demo: it rings, answers, and calls numbers of companies. Open only while the page
// shows it.
import { Button, Text } from '@mantine/core';
import { IconPhone, IconPhoneCall, IconPhoneOff } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call as send } from '#app/api.ts';
import { openSandboxPhone } from '#contract/sandboxPhones.ts';
import { type Call, type Device, makeVoiceDevice } from '#web/areas/voice/dialer/voiceDevice.ts';
import classes from './SandboxPhonePage.module.css';

type State = 'starting' | 'idle' | 'incoming' | 'calling' | 'talking' | 'failed';

const words: Record<State, string> = {
  starting: 'Connecting…',
  idle: 'Ready for calls',
  incoming: 'Incoming call',
  calling: 'Calling…',
  talking: 'In a call',
  failed: 'This phone cannot call now',
};

export function SandboxCalls({ number, line }: { number: string; line: string }) {
  const [state, setState] = useState<State>('starting');
  const [problem, setProblem] = useState('');
  const device = useRef<Device | null>(null);
  const call = useRef<Call | null>(null);

  const follow = useCallback((followed: Call) => {
    call.current = followed;
    setProblem('');
    const over = () => {
      if (call.current !== followed) return;
      call.current = null;
      setState('idle');
    };
    followed.on('accept', () => setState('talking'));
    for (const end of ['disconnect', 'cancel', 'reject'] as const) followed.on(end, over);
    followed.on('error', (error: { message?: string }) => {
      setProblem(error.message ?? '');
      if (followed.status() === 'closed') over();
    });
  }, []);

  useEffect(() => {
    let gone = false;
    const open = async () => {
      const token = async () => (await send(openSandboxPhone, { params: { number } })).token;
      const made = await makeVoiceDevice({ token: await token(), chunderw: `${location.host}/sandbox` });
      if (gone) return made.destroy();
      device.current = made;
      made.on('registered', () => setState((now) => (now === 'starting' || now === 'failed' ? 'idle' : now)));
      made.on('error', (error: { message?: string }) => setProblem(error.message ?? ''));
      made.on('tokenWillExpire', () => void token().then((fresh) => made.updateToken(fresh), fail));
      made.on('incoming', (incoming: Call) => {
        if (call.current) return incoming.ignore();
        follow(incoming);
        setState('incoming');
      });
      await made.register();
    };
    const fail = (error: unknown) => {
      if (gone) return;
      setProblem(error instanceof Error ? error.message : '');
      setState('failed');
    };
    open().catch(fail);
    return () => {
      gone = true;
      device.current?.destroy();
      device.current = null;
      call.current = null;
    };
  }, [number, follow]);

  const dial = async () => {
    if (!device.current || line === '') return;
    setState('calling');
    try {
      follow(await device.current.connect({ params: { To: line } }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
      setState('idle');
    }
  };
  const hangUp = () => {
    if (state === 'incoming') call.current?.reject();
    else device.current?.disconnectAll();
  };
  const isBusy = state === 'incoming' || state === 'calling' || state === 'talking';

  return (
    <div className={classes.calls} data-state={state}>
      <Text size="sm" role="status">
        {words[state]}
        {problem && !isBusy && <span className={classes.problem}> {problem}</span>}
      </Text>
      <div className={classes.line}>
        {state === 'incoming' && (
          <Button
            size="compact-md"
            color="green.9"
            leftSection={<IconPhone size="1rem" />}
            onClick={() => call.current?.accept()}
          >
            Answer
          </Button>
        )}
        {isBusy ? (
          <Button size="compact-md" color="red.9" leftSection={<IconPhoneOff size="1rem" />} onClick={hangUp}>
            {state === 'incoming' ? 'Decline' : 'Hang up'}
          </Button>
        ) : (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPhoneCall size="1rem" />}
            disabled={state !== 'idle' || line === ''}
            onClick={() => void dial()}
          >
            Call
          </Button>
        )}
      </div>
    </div>
  );
}
