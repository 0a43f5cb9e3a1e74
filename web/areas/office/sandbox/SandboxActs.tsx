// Actions of the receiver of a demo mail: the product hears of them as from a real mail server.
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { actOnSandboxMail, type SandboxAct } from '#contract/sandbox.ts';

const words: Record<SandboxAct, { title: string; done: string }> = {
  reply: { title: 'Reply', done: 'The answer is on its way to the inbox' },
  out_of_office: { title: 'Out of office', done: 'An automatic answer was sent' },
  bounce: { title: 'Bounce', done: 'The mail went back: no such mailbox' },
  full_mailbox: { title: 'Mailbox full', done: 'The mail went back: the mailbox is full' },
  spam: { title: 'Spam', done: 'The receiver called the mail spam' },
  unsubscribe: { title: 'Unsubscribe', done: 'The receiver wants no more offers' },
};

export function SandboxActs({ id, acts }: { id: number; acts: SandboxAct[] }) {
  const [text, setText] = useState<string | null>(null);
  const act = useSend(actOnSandboxMail, {
    onDone: (_, { body }) => {
      notice.done(words[body.act].done);
      setText(null);
    },
  });
  const send = (name: SandboxAct) => act.mutate({ params: { id }, body: { act: name, text: text ?? '' } });
  return (
    <section aria-label="As the receiver">
      <Group gap="xs" mb="md">
        {acts.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            loading={act.isPending && act.variables.body.act === name}
            {...(name === 'reply' && { 'aria-expanded': text !== null })}
            onClick={() => (name === 'reply' ? setText(text === null ? '' : null) : send(name))}
          >
            {words[name].title}
          </Button>
        ))}
      </Group>
      {text !== null && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send('reply');
          }}
        >
          <Textarea
            label="The receiver’s answer"
            autosize
            minRows={3}
            maxLength={5000}
            mb="xs"
            data-autofocus
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" size="compact-sm" mb="md" disabled={text.trim() === ''} loading={act.isPending}>
            Send the reply
          </Button>
        </form>
      )}
    </section>
  );
}
