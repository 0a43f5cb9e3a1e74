// The form with the carriers' questions. It can be kept incomplete; sending it checks all of it.
import { Button, Checkbox, CloseButton, Select, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { states } from '#contract/lookups.ts';
import {
  businessTypes,
  companyTypes,
  industries,
  jobPositions,
  sampleLimits,
  textLimits,
  useCases,
} from '#contract/registrationLists.ts';
import {
  getTextRegistration,
  saveTextRegistration,
  submitTextRegistration,
  type TextRegistration,
} from '#contract/registrations.ts';
import { getMe } from '#contract/signIn.ts';
import { FormError } from '#ui/FormError.tsx';
import { BrandFacts } from './RegistrationFacts.tsx';
import classes from './Registrations.module.css';
import { fieldWords } from './registrations.labels.ts';

const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
const handles = ['invalid', 'registrations.stale', 'registrations.locked', 'registrations.not_configured'] as const;

export function RegistrationForm({ registration, onReload }: { registration: TextRegistration; onReload: () => void }) {
  const { brand, campaign, ein_end, can, brand_known, state } = registration;
  /** Of the form as it was opened: a later one is someone else's. */
  const [version] = useState(registration.version);
  const samples = [...campaign.samples, ...Array(Math.max(0, sampleLimits.least - campaign.samples.length)).fill('')];
  const form = useForm({ initialValues: { ein: '', brand, campaign: { ...campaign, samples } } });
  const onError = (error: Error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors);
  const save = useSend(saveTextRegistration, { form: true, handles });
  const submit = useSend(submitTextRegistration, {
    form: true,
    handles,
    invalidates: [getTextRegistration, getMe],
    onDone: () => notice.done('Sent to the carriers'),
  });
  const keep = (then: (kept: TextRegistration) => void) =>
    form.onSubmit(({ ein, ...values }) => {
      const filled = { ...values.campaign, samples: values.campaign.samples.filter((sample) => sample.trim() !== '') };
      const body = { version: save.data?.version ?? version, brand: values.brand, campaign: filled, ...(ein.trim() && { ein }) };
      save.mutate({ body }, { onError, onSuccess: then });
    });
  const saveOnly = keep(() => {
    form.resetDirty();
    notice.done('Kept the form');
  });
  const send = keep((kept) => {
    form.resetDirty();
    submit.mutate({ body: { version: kept.version } }, { onError });
  });
  const error = submit.error ?? save.error;
  const refused = handles.slice(1).some((code) => isRefused(error, code));
  const field = (path: string) => ({ label: fieldWords[path], ...form.getInputProps(path) });
  return (
    <form noValidate className={classes.part} onSubmit={send} aria-label="Registration">
      <LeaveGuard when={form.isDirty() && !save.isPending && !submit.isPending} />
      <FormError>{refused && error && textOf(error)}</FormError>
      {isRefused(error, 'registrations.stale') && (
        <div>
          <Button variant="default" onClick={onReload}>
            Load the newer form
          </Button>
        </div>
      )}
      {isRefused(error, 'invalid') && (
        <FormError>Some fields need your attention before the carriers can get the form.</FormError>
      )}
      {brand_known ? (
        <BrandFacts registration={registration} />
      ) : (
        <>
          <Title order={2} size="h4">
            Who you are
          </Title>
          <fieldset className={classes.fields} aria-label="Who you are">
            <TextInput
              className={classes.wide ?? ''}
              {...field('brand.legal_name')}
              description="As it stands in the letter of the IRS about the tax number"
              maxLength={255}
            />
            <TextInput
              {...field('ein')}
              description={ein_end ? `Kept sealed; it ends in ${ein_end}` : 'Kept sealed, and never shown again'}
              placeholder={ein_end ? `•• •••${ein_end}` : '12-3456789'}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
            />
            <Select {...field('brand.business_type')} allowDeselect={false} data={options(businessTypes)} />
            <Select {...field('brand.company_type')} allowDeselect={false} data={options(companyTypes)} />
            <Select {...field('brand.industry')} allowDeselect={false} data={options(industries)} />
            {form.values.brand.company_type === 'public' && (
              <>
                <TextInput {...field('brand.stock_ticker')} maxLength={10} />
                <TextInput {...field('brand.stock_exchange')} placeholder="NASDAQ" maxLength={20} />
              </>
            )}
            <TextInput
              className={classes.wide ?? ''}
              {...field('brand.website')}
              type="url"
              placeholder="https://example.com"
              maxLength={200}
            />
            <TextInput className={classes.wide ?? ''} {...field('brand.street')} maxLength={120} />
            <TextInput {...field('brand.city')} maxLength={80} />
            <Select
              {...field('brand.state')}
              searchable
              data={options(states)}
              value={form.values.brand.state || null}
              onChange={(code) => form.setFieldValue('brand.state', code ?? '')}
            />
            <TextInput {...field('brand.zip_code')} inputMode="numeric" maxLength={10} />
          </fieldset>
          <Title order={2} size="h4">
            Contact person
          </Title>
          <fieldset className={classes.fields} aria-label="Contact person">
            <TextInput {...field('brand.first_name')} maxLength={80} />
            <TextInput {...field('brand.last_name')} maxLength={80} />
            <TextInput {...field('brand.title')} placeholder="Owner" maxLength={80} />
            <Select {...field('brand.position')} allowDeselect={false} data={options(jobPositions)} />
            <TextInput {...field('brand.email')} type="email" description="At the domain of the company" maxLength={254} />
            <TextInput {...field('brand.phone')} type="tel" maxLength={30} />
          </fieldset>
        </>
      )}
      <Title order={2} size="h4">
        What you text
      </Title>
      <fieldset className={classes.fields} aria-label="What you text">
        <Select className={classes.wide ?? ''} {...field('campaign.use_case')} allowDeselect={false} data={options(useCases)} />
        <Textarea
          className={classes.wide ?? ''}
          {...field('campaign.description')}
          description="Who sends the texts, who gets them, and why; at least 40 characters"
          autosize
          minRows={2}
          maxLength={textLimits.description[1]}
        />
        <Textarea
          className={classes.wide ?? ''}
          {...field('campaign.message_flow')}
          description="Where people agree, in which words, and a link to the form; at least 40 characters"
          autosize
          minRows={2}
          maxLength={textLimits.message_flow[1]}
        />
        <Samples form={form} />
        {(['campaign.opt_in', 'campaign.opt_out', 'campaign.help'] as const).map((path) => (
          <Textarea
            key={path}
            className={classes.wide ?? ''}
            {...field(path)}
            description="With the name of the company; 20 to 320 characters"
            autosize
            minRows={2}
            maxLength={textLimits.reply[1]}
          />
        ))}
        <Checkbox label={fieldWords['campaign.has_links']} {...form.getInputProps('campaign.has_links', { type: 'checkbox' })} />
        <Checkbox
          label={fieldWords['campaign.has_phones']}
          {...form.getInputProps('campaign.has_phones', { type: 'checkbox' })}
        />
      </fieldset>
      <div className={classes.buttons}>
        <Button type="submit" loading={submit.isPending || save.isPending} disabled={!can.submit}>
          {state === 'failed' ? 'Send it again' : 'Send to the carriers'}
        </Button>
        <Button variant="default" disabled={!form.isDirty() || save.isPending} onClick={() => saveOnly()}>
          Keep it for later
        </Button>
      </div>
    </form>
  );
}

interface SamplesForm {
  values: { campaign: { samples: string[] } };
  errors: Record<string, unknown>;
  getInputProps: (path: string) => object;
  insertListItem: (path: 'campaign.samples', item: string) => void;
  removeListItem: (path: 'campaign.samples', place: number) => void;
}

function Samples({ form }: { form: SamplesForm }) {
  const { samples } = form.values.campaign;
  return (
    <fieldset className={classes.samples} aria-label={fieldWords['campaign.samples']}>
      {samples.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts have nothing else that tells them apart
        <div key={place} className={classes.sample}>
          <Textarea
            label={`Example ${place + 1}`}
            {...(place === 0 && { description: 'As clients get it, with the name of the company and how to opt out' })}
            autosize
            minRows={2}
            maxLength={textLimits.sample[1]}
            {...form.getInputProps(`campaign.samples.${place}`)}
          />
          {samples.length > sampleLimits.least && (
            <CloseButton
              aria-label={`Remove example ${place + 1}`}
              onClick={() => form.removeListItem('campaign.samples', place)}
            />
          )}
        </div>
      ))}
      <FormError>{form.errors['campaign.samples'] ? String(form.errors['campaign.samples']) : null}</FormError>
      {samples.length < sampleLimits.most && (
        <div>
          <Button variant="default" size="xs" onClick={() => form.insertListItem('campaign.samples', '')}>
            Add an example
          </Button>
        </div>
      )}
    </fieldset>
  );
}
