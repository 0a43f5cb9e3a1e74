// The content of the user's own web page beside name, photo and text; logo and flyer are sent once chosen.
import { Anchor } from '@mantine/core';
import { isRefused } from '#app/api.ts';
import { useDraftForm } from '#app/draftForm.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { keepMe, useMe } from '#app/session.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import type { Webpage } from '#contract/me.ts';
import { updateWebpage } from '#contract/webpage.ts';
import { pageLinks } from '#contract/webpageParts.ts';
import { CheckField, PhoneField, TextField } from '#ui/FormFields.tsx';
import { FormLayout, Wide } from '#ui/FormLayout.tsx';
import { FileChoice } from './FileChoice.tsx';
import classes from './ProfileTab.module.css';

type Values = Omit<Webpage, 'logo' | 'flyer'>;

const words: Record<(typeof pageLinks)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'X (Twitter)',
  google: 'Google',
  youtube: 'YouTube',
  yelp: 'Yelp',
};

export function WebpageForm() {
  const { logo, flyer, ...saved } = useMe().webpage;
  return (
    <>
      <div className={classes.file}>
        {logo && <img src={logo.url} alt="Your logo" loading="lazy" className={classes.logo} />}
        <FileChoice name="logo" word="logo" given={logo !== null} about="JPEG, PNG, WebP or GIF, up to 10 MB." />
      </div>
      <div className={classes.file}>
        {flyer && (
          <Anchor href={flyer.url} download={flyer.name} className={classes.name}>
            {flyer.name} ({sizeWords(flyer.size)})
          </Anchor>
        )}
        <FileChoice name="flyer" word="flyer" given={flyer !== null} about="PDF or a picture, up to 10 MB." pdf />
      </div>
      {/* Saved, here or on another device, it begins again from what is stored. */}
      <Fields key={JSON.stringify(saved)} saved={saved} />
    </>
  );
}

function Fields({ saved }: { saved: Values }) {
  const { id } = useMe();
  const { form, drop, changed } = useDraftForm<Values>({
    name: 'webpage',
    what: 'the changes to your web page',
    initialValues: saved,
  });
  const saidSaved = () => notice.done('Saved your web page');
  const save = useSend(updateWebpage, {
    form: true,
    onDone: (me) => {
      drop();
      keepMe(me);
      saidSaved();
    },
  });
  return (
    <FormLayout
      columns={2}
      submit="Save the page"
      busy={save.isPending}
      onSubmit={form.onSubmit((values) => {
        const body = changed(values);
        if (Object.keys(body).length === 0) return saidSaved();
        save.mutate(
          { params: { id }, body },
          { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
        );
      })}
    >
      <Wide>
        <CheckField form={form} path="active" label="Show my page to visitors" />
      </Wide>
      <Wide>
        <TextField form={form} path="headline" label="Headline" maxLength={120} />
      </Wide>
      <PhoneField form={form} path="phone" label="Phone on the page" />
      <TextField form={form} path="email" label="E-mail on the page" type="email" maxLength={254} />
      {pageLinks.map((name) => (
        <TextField key={name} form={form} path={name} label={words[name]} type="url" maxLength={300} />
      ))}
    </FormLayout>
  );
}
