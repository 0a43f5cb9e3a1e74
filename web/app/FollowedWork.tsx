// Long work that is followed, of every area that has some: nothing to see. Loaded apart from the first screen.
import { BulkFollowing } from '../areas/crm/bulk/bulk.banner.ts';
import { ImportFollowing } from '../areas/crm/imports/imports.banner.ts';

export const FollowedWork = () => (
  <>
    <BulkFollowing />
    <ImportFollowing />
  </>
);
