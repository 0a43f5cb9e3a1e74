// Starts a dial session with everything selected: they come one after the other, and the user presses Call.
import { Switch, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { maxDialled } from '#contract/dialSessionLists.ts';
import { createDialSession } from '#contract/dialSessions.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { ContactSelectionDialog, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract } from './contacts.selection.ts';

export function ContactDialDialog(about: OnSelection) {
  const { selection, scope, count, onClose, onDone } = about;
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [ends, setEnds] = useState(false);
  const start = useSend(createDialSession, {
    handles: ['dial_sessions.open'],
    onDone: ({ id }) => {
      onDone();
      onClose();
      void navigate({ to: '/dial/$id', params: { id: String(id) } });
    },
  });
  const open = isRefused(start.error, 'dial_sessions.open') ? (start.error.problem.data as { title: string }) : undefined;
  const tooMany = count > maxDialled;
  return (
    <ContactSelectionDialog verb="Call" about={about}>
      <FormLayout
        submit={tooMany ? 'Close' : 'Start calling'}
        busy={start.isPending}
        error={open && !ends && `“${open.title}” is still open. End it to start this one.`}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          if (tooMany) return onClose();
          start.mutate({ body: { selection: toContract(selection, scope), title, ends_open: ends } });
        }}
      >
        {tooMany ? (
          <Text>A dial session takes {maxDialled.toLocaleString('en-US')} contacts at most. Choose fewer.</Text>
        ) : (
          <>
            <Text c="dimmed" size="sm">
              They come one after the other in the order of the list, and you press Call for each. Those who may not be called are
              passed over.
            </Text>
            <TextInput
              label="Name"
              placeholder="Chosen contacts"
              maxLength={60}
              value={title}
              onChange={({ currentTarget: { value } }) => setTitle(value)}
            />
            {open && (
              <Switch
                label={`End “${open.title}”`}
                checked={ends}
                onChange={({ currentTarget: { checked } }) => setEnds(checked)}
              />
            )}
          </>
        )}
      </FormLayout>
    </ContactSelectionDialog>
  );
}
