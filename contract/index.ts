// The whole contract: every endpoint by its name. An area not listed here does not exist.
import * as bulk from './bulk.ts';
import * as contactHistory from './contactHistory.ts';
import * as contacts from './contacts.ts';
import * as customFields from './customFields.ts';
import { endpointsOf } from './endpoint.ts';
import * as imports from './imports.ts';
import * as platform from './platform.ts';
import * as reference from './reference.ts';
import * as sessions from './sessions.ts';
import * as tags from './tags.ts';
import * as users from './users.ts';

export const areas = {
  sessions,
  users,
  contacts: { ...contacts, ...contactHistory },
  tags,
  reference,
  customFields,
  imports,
  bulk,
  platform,
};

export const allEndpoints = Object.entries(areas).flatMap(([area, contract]) =>
  endpointsOf(contract).map(([name, endpoint]) => ({ area, name, endpoint })),
);
