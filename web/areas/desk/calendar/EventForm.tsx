// The form of an event, in a drawer. Typed text is kept until it is saved or discarded.
import { Button, Checkbox, MultiSelect, Select, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ApiError, call, isRefused } from '#app/api.ts';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { useDraftForm } from '#app/draftForm.ts';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type CalendarEvent, createEvent, getEvent } from '#contract/calendar.ts';
import { type EventType, eventLimits, eventTypeColors } from '#contract/eventTypes.ts';
import { ianaZones, tagColors } from '#contract/lookups.ts';
import type { Person } from '#contract/users.ts';
import { Dot, type Tone } from '#ui/Dot.tsx';
import { isDay, notADay } from '#ui/days.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { ChoiceField, ProseField, TextField } from '#ui/FormFields.tsx';
import { later } from '#ui/later.ts';
import { eventLists } from './calendar.api.ts';
import { daysBetween } from './calendar.days.ts';
import { newEventIn } from './calendar.drafts.ts';
import { remindersOf, reminderWords, titleOfEvent, typeWords } from './calendar.labels.ts';
import {
  changeBody,
  changedFields,
  createBody,
  type EventField,
  type EventValues,
  fieldWords,
  isSame,
  newValues,
  ruleDayOf,
  type Slot,
  valuesOf,
  valueWords,
  withFields,
} from './calendar.values.ts';
import classes from './EventForm.module.css';
import { EventMail } from './EventMail.tsx';
import { EventRepeats } from './EventRepeats.tsx';
import { EventTimes } from './EventTimes.tsx';
import { useEventChange } from './useEventChange.tsx';

const ClashDialog = later(() => import('#ui/ClashDialog.tsx').then((module) => module.ClashDialog));

interface Props {
  /** Undefined: a new one. */
  event?: CalendarEvent | undefined;
  /** Of a new one. */
  slot: Slot;
  contact?: Person | undefined;
  /** A new event goes to this person's calendar; undefined: one's own. */
  owner?: Person | undefined;
  onClose: () => void;
}

/** The draft of a new event: each calendar has its own, and each contact. */
const newEventName = (owner?: Person, contact?: Person) => (contact ? `event:new:${contact.id}` : newEventIn(owner));

interface Clash {
  theirs: CalendarEvent;
  fields: EventField[];
}

export function EventForm({ event, slot, contact, owner, onClose }: Props) {
  const { timezone } = useMe();
  const zone = ianaZones[timezone];
  const [base, setBase] = useState(event); // only differences from it are sent
  const [clash, setClash] = useState<Clash>();
  const initialValues = event ? valuesOf(event, zone) : newValues(slot, zone, contact ?? null);
  const { form, drop, discard } = useDraftForm<EventValues>({
    name: event ? `event:${event.id}:${event.occurrence ?? ''}` : newEventName(owner, contact),
    initialValues,
    what: event ? 'your changes to the event' : 'the new event',
    validate: problemsOf,
  });
  const done = () => {
    drop();
    onClose();
  };
  const create = useSend(createEvent, {
    invalidates: eventLists,
    form: true,
    handles: ['calendar.rule_refused'],
    onDone: ({ overlaps, title }) => {
      done();
      notice.done(overlaps > 0 ? `Added ${title}. Another event is at this time` : `Added ${title}`);
    },
  });
  const { change, remove, questions } = useEventChange(timezone);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string>();

  const showErrors = (error: unknown) => {
    if (isRefused(error, 'calendar.rule_refused')) return form.setFieldError('rrule', error.message);
    if (!(error instanceof ApiError) || !error.problem.errors) return;
    const errors = Object.entries(error.fieldErrors).map(([field, text]) => [formField(field), text] as const);
    form.setErrors(Object.fromEntries(errors));
    const elsewhere = errors.find(([field]) => !(field in initialValues));
    setFailed(elsewhere?.[1]);
  };

  async function save(values: EventValues, saved: CalendarEvent) {
    const changed = changedFields(values, valuesOf(saved, zone));
    if (changed.length === 0) return done();
    setSending(true);
    setFailed(undefined);
    try {
      if (await change(saved, changeBody(values, changed))) done();
    } catch (error) {
      if (isRefused(error, 'calendar.stale')) await rebase(values, saved);
      else showErrors(error);
    } finally {
      setSending(false);
    }
  }

  /** Somebody saved first: fields that only they changed come into the form, and of the others the user chooses. */
  async function rebase(mine: EventValues, saved: CalendarEvent) {
    const { id, occurrence } = saved;
    let theirs: CalendarEvent;
    try {
      theirs = await call(getEvent, { params: { id }, query: { ...(occurrence && { occurrence }) } });
    } catch {
      return setFailed('Someone deleted or moved this event while you were editing it.');
    }
    const [was, now] = [valuesOf(saved, zone), valuesOf(theirs, zone)];
    const own = changedFields(mine, was);
    const other = changedFields(now, was);
    const both = other.filter((field) => own.includes(field) && !isSame(mine, now, field));
    const merged = withFields(
      mine,
      now,
      other.filter((field) => !own.includes(field)),
    );
    form.setValues(merged);
    setBase(theirs);
    if (both.length > 0) setClash({ theirs, fields: both });
    else await save(merged, theirs);
  }

  const resolve = (leave: string[]) => {
    if (!clash) return;
    const merged = withFields(form.getValues(), valuesOf(clash.theirs, zone), leave as EventField[]);
    form.setValues(merged);
    setClash(undefined);
    void save(merged, clash.theirs);
  };

  const submit = (values: EventValues) => {
    if (base) void save(values, base);
    else
      create.mutate({ body: { ...createBody(values), ...(owner && { downline_user_id: owner.id }) } }, { onError: showErrors });
  };
  const values = form.getValues();
  const { value: chosenContact = null, ...contactInput } = form.getInputProps('contact');
  return (
    <>
      <FormDrawer
        title={event ? `Edit ${titleOfEvent(event)}` : 'New event'}
        submit={event ? 'Save' : 'Add event'}
        error={failed}
        busy={sending || create.isPending}
        also={
          event && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                void remove(base ?? event).then((gone) => gone && done());
              }}
            >
              Delete
            </Button>
          )
        }
        onSubmit={form.onSubmit(submit)}
        onClose={onClose}
        onDiscard={() => {
          discard();
          onClose();
        }}
      >
        {owner && !event && <Text>In the calendar of {owner.name}</Text>}
        <div className={classes.fields}>
          <div className={classes.wide}>
            <TextField form={form} path="title" label="Title" maxLength={200} focus />
          </div>
          <ChoiceField form={form} path="type" label="Type" words={typeWords} />
          <ColorChoice type={values.type} {...form.getInputProps('color')} />
          <div className={classes.wide}>
            <ContactPicker label="Contact" clearable value={chosenContact} {...contactInput} />
            <EventMail contact={chosenContact} />
          </div>
          <EventTimes form={form} zone={zone} />
          <div className={classes.wide}>
            <EventRepeats
              start={base?.changed ? ruleDayOf(base) : dayOr(values.start_day, slot.day)}
              value={values.rrule}
              onChange={(rule) => form.setFieldValue('rrule', rule)}
              error={form.errors.rrule as string | undefined}
            />
          </div>
          <div className={classes.wide}>
            <MultiSelect
              label="Reminders"
              placeholder={values.reminders.length === 0 ? 'None' : ''}
              clearable
              maxValues={eventLimits.reminders}
              data={[...new Set([...remindersOf(values.all_day), ...values.reminders])].map((minutes) => ({
                value: String(minutes),
                label: reminderWords(minutes, values.all_day),
              }))}
              value={values.reminders.map(String)}
              error={form.errors.reminders}
              onChange={(all) => form.setFieldValue('reminders', all.map(Number))}
            />
          </div>
          <div className={classes.wide}>
            <TextField form={form} path="place" label="Place" maxLength={300} />
          </div>
          <div className={classes.wide}>
            <ProseField form={form} path="notes" label="Notes" maxLength={10_000} />
          </div>
          <div className={classes.wide}>
            <div className={classes.checks}>
              <Checkbox
                label="Private"
                description="Your managers see only that you are busy"
                {...form.getInputProps('private', { type: 'checkbox' })}
              />
              <Checkbox label="Show as busy" {...form.getInputProps('busy', { type: 'checkbox' })} />
            </div>
          </div>
        </div>
      </FormDrawer>
      <Suspense>
        {clash && (
          <ClashDialog
            title="Someone changed this event while you were editing it"
            fields={clash.fields.map((field) => ({
              path: field,
              label: fieldWords[field],
              mine: valueWords(values, field),
              theirs: valueWords(valuesOf(clash.theirs, zone), field),
              savedBy: 'Saved',
            }))}
            submit="Save"
            onResolve={resolve}
            onClose={() => setClash(undefined)}
          />
        )}
      </Suspense>
      {questions}
    </>
  );
}

function ColorChoice({
  type,
  value,
  onChange,
}: {
  type: EventType;
  value?: Tone | null;
  onChange: (color: Tone | null) => void;
}) {
  return (
    <Select
      label="Color"
      allowDeselect={false}
      leftSection={<Dot tone={value ?? eventTypeColors[type]} />}
      data={[
        { value: '', label: 'Color of the type' },
        ...tagColors.map((color) => ({ value: color, label: `${color[0]?.toUpperCase()}${color.slice(1)}` })),
      ]}
      value={value ?? ''}
      onChange={(color) => onChange((color || null) as Tone | null)}
    />
  );
}

const dayOr = (day: string | null, other: string) => (day && isDay(day) ? day : other);

/** The form's name of a field that the server names. */
const formField = (field: string) => ({ start_date: 'start_day', end_date: 'end_day', contact_id: 'contact' })[field] ?? field;

function problemsOf({ title, all_day, start_day, end_day, start_time, end_time }: EventValues) {
  const [from, to] = [dayOr(start_day, ''), dayOr(end_day, '')];
  const isBackwards = from && to && (to < from || (!all_day && to === from && start_time && end_time && end_time < start_time));
  return {
    ...(title.trim() === '' && { title: 'Enter a title' }),
    ...(!from && { start_day: start_day ? notADay : 'Enter a date' }),
    ...(!to && { end_day: end_day ? notADay : 'Enter a date' }),
    ...(!all_day && !start_time && { start_time: 'Enter a time' }),
    ...(!all_day && !end_time && { end_time: 'Enter a time' }),
    ...(isBackwards && { end_day: 'The end is before the start' }),
    ...(from && to && daysBetween(from, to) >= eventLimits.days && { end_day: `At most ${eventLimits.days} days` }),
  };
}
