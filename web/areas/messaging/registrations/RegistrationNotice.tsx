// Says why no texts leave, in the places that send them, and leads administrators to
// the registration. Nothing once the company is registered.
import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import { noticeWords } from './registrations.labels.ts';

export function RegistrationNotice() {
  const { text_registration: state, can, features } = useMe();
  if (state === 'approved' || !features.texting) return null;
  return (
    <Alert role="note" variant="light" color={state === 'pending' ? 'blue' : 'yellow'} icon={<IconAlertTriangle size="1.1rem" />}>
      {noticeWords[state]}{' '}
      {can['compliance.manage'] ? (
        <Anchor inherit underline="always" renderRoot={(props) => <Link to="/admin/registration" {...props} />}>
          Open the registration
        </Anchor>
      ) : (
        'Your administrator keeps it.'
      )}
    </Alert>
  );
}
