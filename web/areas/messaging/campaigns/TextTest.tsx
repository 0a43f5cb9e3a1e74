// A text to one's own phone, before others get it.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { sendTestText } from '#contract/campaignTexts.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { counted, formatPhone } from '#contract/kit/formats.ts';
import classes from './TextTest.module.css';

export function TextTest({ text, disabled }: { text: CallOf<typeof sendTestText>['body']; disabled?: boolean }) {
  const { webpage } = useMe();
  const [phone, setPhone] = useState(webpage.phone);
  const test = useSend(sendTestText, {
    form: true,
    handles: ['invalid', 'texts.no_number', 'texts.no_plan', 'phones.not_configured'],
    onDone: ({ phone, sent }) => notice.done(`Sent ${counted(sent, 'test text')} to ${formatPhone(phone)}`),
  });
  const { error } = test;
  const words = isRefused(error, 'invalid') ? Object.values(error.fieldErrors)[0] : error?.message;
  return (
    <div className={classes.test}>
      <TextInput
        label="Your mobile number"
        description="For a test: it costs what any text costs"
        type="tel"
        autoComplete="tel"
        value={phone}
        error={words}
        onChange={({ currentTarget }) => setPhone(currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={disabled || phone.trim() === ''}
        loading={test.isPending}
        onClick={() => test.mutate({ body: { ...text, phone } })}
      >
        Send me a test
      </Button>
    </div>
  );
}
