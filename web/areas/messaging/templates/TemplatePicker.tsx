// Finds a template by name, subject or text.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#app/api.ts';
import { notice } from '#app/notices.tsx';
import { queryOf } from '#app/queries.ts';
import { type Email, getEmail, listReadyEmails } from '#contract/emails.ts';
import { Typeahead } from '#ui/Typeahead.tsx';

export function TemplatePicker({ onPick }: { onPick: (email: Email) => void }) {
  const [q, setQ] = useState('');
  const { data } = useQuery({ ...queryOf(listReadyEmails, { query: { q } }), placeholderData: keepPreviousData });
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  return (
    <Typeahead
      label="Template"
      placeholder={data?.data.length === 0 && q === '' ? 'No templates yet' : 'Begin with a template'}
      clearable
      options={data?.data.map(({ id, name, subject }) => ({ value: String(id), label: name, hint: subject }))}
      onSearch={setQ}
      value={picked}
      onChange={(option) => {
        setPicked(option);
        if (option) void call(getEmail, { params: { id: Number(option.value) } }).then(onPick, notice.failed);
      }}
    />
  );
}
