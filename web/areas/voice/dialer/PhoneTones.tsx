// The keypad of a call: each key is heard at the other side.
import { UnstyledButton } from '@mantine/core';
import classes from './Phone.module.css';
import { sendDigit } from './phone.calls.ts';
import { live } from './phone.live.ts';

const keys = [...'123456789*0#'];
const names: Record<string, string> = { '*': 'Star', '#': 'Hash' };

export function PhoneTones() {
  const call = live.use();
  return (
    <div className={classes.keypad}>
      <output className={`${classes.number} figures`} aria-label="Keys pressed">
        {call?.digits}
      </output>
      <div className={classes.keys}>
        {keys.map((key) => (
          <UnstyledButton
            key={key}
            className={classes.key ?? ''}
            aria-label={names[key] ?? key}
            disabled={call?.state !== 'open'}
            onClick={() => sendDigit(key)}
          >
            {key}
          </UnstyledButton>
        ))}
      </div>
    </div>
  );
}
