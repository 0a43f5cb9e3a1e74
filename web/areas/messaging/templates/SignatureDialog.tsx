// Edits the signature under the user's mails to contacts.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { getEmailSignature, updateEmailSignature } from '#contract/emailSignatures.ts';
import { previewEmail } from '#contract/emails.ts';
import { isEmptyMail, type MailDoc } from '#contract/kit/mailDoc.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { MailEditor } from './MailEditor.tsx';
import { wrongIn } from './MailFields.tsx';

const usual: MailDoc = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: '{{agent_name}}', marks: [{ type: 'bold' }] }] },
    { type: 'paragraph', content: [{ type: 'text', text: '{{agent_title|Licensed agent}}, {{company_name}}' }] },
  ],
};

export function SignatureDialog({ onClose }: { onClose: () => void }) {
  const signature = useQuery({ ...queryOf(getEmailSignature), staleTime: 0 });
  return (
    <Dialog title="Your signature" size="lg" onClose={onClose}>
      {signature.error && !signature.data ? (
        <FailedQuery query={signature} />
      ) : signature.data ? (
        <SignatureForm stored={signature.data.doc} onClose={onClose} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  );
}

function SignatureForm({ stored, onClose }: { stored: MailDoc | null; onClose: () => void }) {
  const [doc, setDoc] = useState(stored ?? usual);
  const [refused, setRefused] = useState('');
  const wrong = wrongIn({ subject: '', doc, attachments: [] }).doc ?? refused;
  const save = useSend(updateEmailSignature, {
    form: true,
    invalidates: [getEmailSignature, previewEmail],
    onDone() {
      notice.done('Saved your signature');
      onClose();
    },
  });
  const send = (next: MailDoc | null) =>
    save.mutate(
      { body: { doc: next } },
      { onError: (error) => error instanceof ApiError && setRefused(Object.values(error.fieldErrors)[0] ?? '') },
    );
  return (
    <Stack>
      <Text c="dimmed" size="sm">
        It stands under your mails to contacts. Your licences and your company’s disclaimer and address follow by themselves.
      </Text>
      <MailEditor
        label="Signature"
        value={doc}
        error={wrong || undefined}
        onChange={(next) => {
          setRefused('');
          setDoc(next);
        }}
      />
      <Group justify="flex-end" gap="xs">
        {stored && (
          <Button variant="default" disabled={save.isPending} onClick={() => send(null)}>
            Remove
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={Boolean(wrong) || isEmptyMail(doc)} loading={save.isPending} onClick={() => send(doc)}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
