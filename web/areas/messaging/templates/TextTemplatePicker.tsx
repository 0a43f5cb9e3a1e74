// Finds a template of texts by name or words.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listReadyTextTemplates, type TextTemplate } from '#contract/textTemplates.ts';
import { Typeahead } from '#ui/Typeahead.tsx';

export function TextTemplatePicker({ onPick }: { onPick: (template: TextTemplate) => void }) {
  const { can } = useMe();
  const [q, setQ] = useState('');
  const { data } = useQuery({ ...queryOf(listReadyTextTemplates, { query: { q } }), placeholderData: keepPreviousData });
  const [picked, setPicked] = useState<{ value: string; label: string } | null>(null);
  return (
    <Typeahead
      label="Template"
      description={can['emails.update'] && <Link to="/admin/texts">Your templates</Link>}
      placeholder={data?.data.length === 0 && q === '' ? 'No templates yet' : 'Begin with a template'}
      clearable
      options={data?.data.map(({ id, name, body }) => ({ value: String(id), label: name, hint: body.slice(0, 80) }))}
      onSearch={setQ}
      value={picked}
      onChange={(option) => {
        setPicked(option);
        const template = data?.data.find(({ id }) => String(id) === option?.value);
        if (template) onPick(template);
      }}
    />
  );
}
