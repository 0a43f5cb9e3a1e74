import { Title } from '@mantine/core';
import { LicenceList } from './LicenceList.tsx';

/** In the form of a user: saved at once, apart from the form. */
export const UserLicences = (props: { userId: number; readOnly: boolean }) => (
  <div>
    <Title order={3} size="h5" mb="xs">
      Licences
    </Title>
    <LicenceList {...props} />
  </div>
);
