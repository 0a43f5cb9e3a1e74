// Name, title, time zone and a few words about the user, saved together.
import { isRefused } from '#app/api.ts';
import { useDraftForm } from '#app/draftForm.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { keepMe, useMe } from '#app/session.ts';
import { ianaZones, zoneWords } from '#contract/lookups.ts';
import type { Me } from '#contract/me.ts';
import { updateProfile } from '#contract/profile.ts';
import { titlesOf } from '#contract/titles.ts';
import { ChoiceField, ProseField, TextField } from '#ui/FormFields.tsx';
import { FormLayout, Wide } from '#ui/FormLayout.tsx';

type Values = Pick<Me['profile'], 'first_name' | 'last_name' | 'about_me'> & Pick<Me, 'timezone'> & { title: string | null };

const zoneLabels = Object.fromEntries(Object.entries(ianaZones).map(([zone, iana]) => [zone, zoneWords(iana)]));

export function ProfileForm({ saved }: { saved: Values }) {
  const { variant } = useMe().company;
  const { form, drop, changed } = useDraftForm<Values>({
    name: 'profile',
    what: 'the changes to your profile',
    initialValues: saved,
  });
  const save = useSend(updateProfile, {
    form: true,
    onDone: (me) => {
      drop();
      keepMe(me);
      notice.done('Saved your profile');
    },
  });
  // A title that an administrator gave stays to be chosen.
  const titles = [...new Set([...Object.values(titlesOf[variant]), ...(saved.title ? [saved.title] : [])])];
  return (
    <FormLayout
      columns={2}
      submit="Save"
      busy={save.isPending}
      onSubmit={form.onSubmit((values) => {
        const { title, ...others } = changed(values);
        save.mutate(
          { body: { ...others, ...(title !== undefined && { title: title ?? '' }) } },
          { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
        );
      })}
    >
      <TextField form={form} path="first_name" label="First name" maxLength={60} autoComplete="given-name" />
      <TextField form={form} path="last_name" label="Last name" maxLength={60} autoComplete="family-name" />
      <ChoiceField form={form} path="title" label="Title" clearable words={Object.fromEntries(titles.map((one) => [one, one]))} />
      <ChoiceField form={form} path="timezone" label="Time zone" words={zoneLabels} />
      <Wide>
        <ProseField form={form} path="about_me" label="About you" maxLength={2000} />
      </Wide>
    </FormLayout>
  );
}
