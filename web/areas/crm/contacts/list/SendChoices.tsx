// The choices that a mailing and texts to many share: purpose, sender, and time.
import { Radio, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { timezones } from '#contract/lookups.ts';
import type { SendPurpose } from '#contract/sendLists.ts';
import { momentAt } from '#ui/moments.ts';

export const sendChoices = { purpose: 'marketing' as SendPurpose, from: 'me', when: 'now', at: '', clock: 'mine' };
type Choices = typeof sendChoices;
/** A form that has these choices among its fields. */
type Form = Pick<UseFormReturnType<Choices>, 'getInputProps' | 'getValues'>;
type Timezone = (typeof timezones)[number];

/** Null where it may be sent then. */
export function wrongMoment(timezone: Timezone, { when, at }: Choices): string | null {
  if (when !== 'later') return null;
  const moment = momentAt(timezone, at);
  if (moment === '') return 'Choose a day and an hour';
  return Date.parse(moment) < Date.now() ? 'This moment has passed' : null;
}

/** As the calls take it: nothing for now. */
export const whenOf = (timezone: Timezone, { when, at, clock }: Choices) =>
  when === 'later' ? { send_now: false, send_at: momentAt(timezone, at), by_recipient_clock: clock === 'theirs' } : {};

export const PurposeChoice = ({ form, marketing }: { form: Form; marketing: string }) => (
  <Radio.Group label="Purpose" {...form.getInputProps('purpose')}>
    <Stack gap="xs" mt="xs">
      <Radio value="marketing" label="Marketing" description={`An offer or news. ${marketing}`} />
      <Radio value="service" label="Service" description="About what a client has already, such as a renewal" />
    </Stack>
  </Radio.Group>
);

export const NameChoice = ({ form }: { form: Form }) => (
  <Choice
    label="In whose name"
    data={[
      { value: 'me', label: 'In my name' },
      { value: 'company', label: 'In the company’s name' },
    ]}
    {...form.getInputProps('from')}
  />
);

export const WhenChoice = ({ form }: { form: Form }) => (
  <>
    <Choice
      label="When"
      data={[
        { value: 'now', label: 'Now' },
        { value: 'later', label: 'Later' },
      ]}
      {...form.getInputProps('when')}
    />
    {form.getValues().when === 'later' && (
      <>
        <TextInput type="datetime-local" label="Day and hour" {...form.getInputProps('at')} />
        <Radio.Group label="By whose clock" {...form.getInputProps('clock')}>
          <Stack gap="xs" mt="xs">
            <Radio value="mine" label="Yours: all at once" />
            <Radio value="theirs" label="Each recipient’s: nine in Miami, nine in Phoenix" />
          </Stack>
        </Radio.Group>
      </>
    )}
  </>
);

const Choice = ({ label, ...props }: { label: string; data: { value: string; label: string }[] }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {label}
    </Text>
    <SegmentedControl aria-label={label} {...props} />
  </div>
);
