// The drawer that adds a custom field, for other screens.
import { LookupForm } from '#app/lookups/LookupForm.tsx';
import { invalidate } from '#app/queries.ts';
import { listCustomFields } from '#contract/customFields.ts';
import { customFieldScreen } from './CustomFieldListPage.tsx';

export const NewCustomField = ({ onAdded, onClose }: { onAdded: (field: { id: number }) => void; onClose: () => void }) => (
  <LookupForm
    screen={customFieldScreen}
    row={undefined}
    onAdded={(field) => void invalidate(listCustomFields).then(() => onAdded(field))}
    onClose={onClose}
  />
);
