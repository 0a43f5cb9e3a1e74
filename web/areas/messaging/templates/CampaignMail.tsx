// The mail of a campaign as one contact gets it: its text, its attached files, and what keeps it from this
// contact.
import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { previewReadyCampaign } from '#contract/campaigns.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import { Previewed } from './MailPreview.tsx';

interface Shown {
  id: number;
  /** In the user’s name; else in the company’s. */
  signed: boolean;
  contact: { id: number; name: string } | null;
  onContact?: (contact: { id: number; name: string } | null) => void;
}

export const useCampaignMail = ({ id, signed, contact }: Shown) =>
  useQuery({
    ...queryOf(previewReadyCampaign, { params: { id }, query: { signed, ...(contact && { contact_id: contact.id }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function CampaignMail(shown: Shown) {
  const preview = useCampaignMail(shown);
  const { attachments = [] } = preview.data ?? {};
  return (
    <div>
      {attachments.length > 0 && (
        <Text size="sm" mb="xs">
          Attached: {attachments.map(({ name, size }) => `${name} (${sizeWords(size)})`).join(', ')}
        </Text>
      )}
      <Previewed preview={preview} contact={shown.contact} {...(shown.onContact && { onContact: shown.onContact })} />
    </div>
  );
}
