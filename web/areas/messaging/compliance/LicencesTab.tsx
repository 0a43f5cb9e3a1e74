import { Text } from '@mantine/core';
import { useMe } from '#app/session.ts';
import { LicenceList } from './LicenceList.tsx';

export function LicencesTab() {
  const { id, impersonator } = useMe();
  return (
    <>
      <Text mb="md">
        The states in which you may sell. Marketing to a contact leaves only with a valid licence for the contact’s state.
      </Text>
      <LicenceList userId={id} readOnly={impersonator !== null} />
    </>
  );
}
