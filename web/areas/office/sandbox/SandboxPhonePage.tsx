// The demo's handsets: read what the product sent to any number, answer it, call, and try what phones do.
import { ActionIcon, Switch, Text, TextInput } from '@mantine/core';
import { IconDeviceMobile, IconPhoto, IconSearch, IconSend2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { NotFoundPage } from '#app/ErrorPage.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { productName } from '#app/session.ts';
import {
  getSandboxPhone,
  listSandboxPhones,
  type SandboxPhone,
  type SandboxSwitch,
  type SandboxText,
  updateSandboxPhone,
  writeFromSandboxPhone,
} from '#contract/sandboxPhones.ts';
import { BrandMark } from '#ui/BrandMark.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { SandboxCalls } from './SandboxCalls.tsx';
import frame from './SandboxFrame.module.css';
import classes from './SandboxPhonePage.module.css';

/** Milliseconds between two loads. Pauses while the page is hidden. */
const every = 2_000;

const switches: [SandboxSwitch, string][] = [
  ['is_off', 'Phone off'],
  ['is_slow', 'Slow network'],
  ['loses_reports', 'Loses reports'],
];

const numberWords = (number: string) => number.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
const timeWords = (at: string) => new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

export function SandboxPhonePage() {
  const { number } = useSearch({ from: '/sandbox/phone' });
  const navigate = useNavigate({ from: '/sandbox/phone' });
  const [q, setQ] = useState('');
  const phones = useQuery({ ...queryOf(listSandboxPhones, { query: { q } }), staleTime: 0, refetchInterval: every });
  if (isRefused(phones.error, 'not_found'))
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  const digits = q.replace(/\D/g, '');
  const open = (chosen: string) => void navigate({ search: { number: chosen } });

  return (
    <main className={frame.page} data-open={number !== undefined}>
      <PageHeader title="Demo phones" before={<ToStart />} />
      <Text className={frame.about} c="dimmed">
        Texts and calls of this demo end here, for every number. Type any ten digits to take that phone into your hand.
      </Text>
      <div className={frame.columns}>
        <section className={frame.list} aria-label="Phones">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (/^[2-9]\d{9}$/.test(digits)) open(digits);
            }}
          >
            <TextInput
              type="search"
              aria-label="Find or open a number"
              placeholder="Find or open a number"
              leftSection={<IconSearch size="1rem" />}
              value={q}
              onChange={({ currentTarget }) => setQ(currentTarget.value.slice(0, 20))}
            />
          </form>
          {phones.error && !phones.data ? (
            <FailedQuery query={phones} />
          ) : phones.isPending ? (
            <SkeletonLines lines={6} height={20} />
          ) : (
            <PhoneList phones={phones.data.data} typed={digits} chosen={number} onOpen={open} />
          )}
        </section>
        <section className={frame.open} aria-label="The phone">
          {number === undefined ? (
            <EmptyState icon={IconDeviceMobile} title="No phone chosen" text="Choose one from the list, or type a number." />
          ) : (
            <Handset key={number} number={number} lines={phones.data?.lines ?? []} />
          )}
        </section>
      </div>
    </main>
  );
}

interface ListProps {
  phones: SandboxPhone[];
  typed: string;
  chosen: string | undefined;
  onOpen(number: string): void;
}

function PhoneList({ phones, typed, chosen, onOpen }: ListProps) {
  const isNew = /^[2-9]\d{9}$/.test(typed) && !phones.some(({ number }) => number === typed);
  if (phones.length === 0 && !isNew)
    return <EmptyState icon={IconDeviceMobile} title="No texts yet" text="Send a text to a contact, and its phone rings here." />;
  return (
    <ul className={classes.phones}>
      {isNew && (
        <li>
          <button type="button" className={classes.row} onClick={() => onOpen(typed)}>
            <strong>{numberWords(typed)}</strong>
            <span>Open this phone</span>
          </button>
        </li>
      )}
      {phones.map(({ number, excerpt, last_at, is_off }) => (
        <li key={number}>
          <button
            type="button"
            className={classes.row}
            aria-current={number === chosen ? 'true' : undefined}
            onClick={() => onOpen(number)}
          >
            <strong>{numberWords(number)}</strong>
            <time>{last_at && timeWords(last_at)}</time>
            <span>{is_off ? 'Switched off' : excerpt || 'No texts yet'}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Handset({ number, lines }: { number: string; lines: string[] }) {
  const phone = useQuery({
    ...queryOf(getSandboxPhone, { params: { number } }),
    staleTime: 0,
    refetchInterval: every,
  });
  const [chosenLine, setLine] = useState('');
  const update = useSend(updateSandboxPhone, { invalidates: [getSandboxPhone, listSandboxPhones] });
  const end = useRef<HTMLDivElement>(null);
  const count = phone.data?.texts.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text scrolls the phone to its end
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' }); // newer browsers answer a promise, which is no clean-up
  }, [count]);
  if (phone.error && !phone.data) return <FailedQuery query={phone} />;
  if (!phone.data) return <SkeletonLines lines={8} height={24} />;
  const { texts, is_off } = phone.data;
  const line = chosenLine || texts.findLast(({ direction }) => direction === 'in')?.line || texts.at(-1)?.line || lines[0] || '';

  return (
    <div className={classes.bench}>
      <div className={classes.phone} data-off={is_off}>
        <header className={classes.top}>
          <strong>{numberWords(number)}</strong>
          <select
            aria-label="Write to and call"
            className={classes.to}
            value={line}
            onChange={({ currentTarget }) => setLine(currentTarget.value)}
          >
            {[...new Set([line, ...lines])].filter(Boolean).map((each) => (
              <option key={each} value={each}>
                to {numberWords(each)}
              </option>
            ))}
          </select>
        </header>
        {!is_off && <SandboxCalls number={number} line={line} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
        <div className={classes.screen} role="log" aria-label="Texts" tabIndex={0}>
          {texts.length === 0 && <p className={classes.none}>No texts yet.</p>}
          {texts.map((text) => (
            <Bubble key={text.id} text={text} />
          ))}
          <div ref={end} />
        </div>
        {is_off ? <p className={classes.off}>This phone is switched off.</p> : <Writer number={number} line={line} />}
      </div>
      <fieldset className={classes.switches}>
        <legend>What this phone does</legend>
        {switches.map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={phone.data[name]}
            onChange={({ currentTarget }) => update.mutate({ params: { number }, body: { [name]: currentTarget.checked } })}
          />
        ))}
      </fieldset>
    </div>
  );
}

const Bubble = ({ text: { direction, body, media, line, at } }: { text: SandboxText }) => (
  <div className={classes.bubble} data-direction={direction}>
    {media.filter(Boolean).map((path) => (
      <img key={path} src={path} alt="Attached" className={classes.picture} />
    ))}
    {body && <p>{body}</p>}
    <small>
      {direction === 'in' ? `from ${numberWords(line)}` : `to ${numberWords(line)}`}, {timeWords(at)}
    </small>
  </div>
);

/** Bytes: what fits into one call. */
const maxPicture = 1_000_000;

function Writer({ number, line }: { number: string; line: string }) {
  const [body, setBody] = useState('');
  const [picture, setPicture] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const write = useSend(writeFromSandboxPhone, {
    invalidates: [getSandboxPhone, listSandboxPhones],
    onDone: () => {
      setBody('');
      setPicture('');
    },
  });
  const send = (words: string) => write.mutate({ params: { number }, body: { to: line, body: words, picture } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body.trim() !== '' || picture !== '') send(body);
  };
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > maxPicture) return notice.failed('This picture has more than 1 MB.');
    const reader = new FileReader();
    reader.onload = () => setPicture(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(chosen);
  };
  return (
    <form className={classes.writer} onSubmit={submit}>
      <div className={classes.quick}>
        {['STOP', 'START', 'HELP'].map((word) => (
          <button key={word} type="button" disabled={line === ''} onClick={() => send(word)}>
            {word}
          </button>
        ))}
        {picture !== '' && <span>A picture is attached</span>}
      </div>
      <div className={classes.line}>
        <input ref={file} type="file" accept="image/*" hidden onChange={({ currentTarget }) => take(currentTarget.files?.[0])} />
        <ActionIcon variant="subtle" size="lg" aria-label="Attach a picture" onClick={() => file.current?.click()}>
          <IconPhoto size="1.1rem" />
        </ActionIcon>
        <TextInput
          aria-label="Text message"
          placeholder="Text message"
          className={classes.input}
          maxLength={1600}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <ActionIcon type="submit" variant="filled" size="lg" aria-label="Send" loading={write.isPending} disabled={line === ''}>
          <IconSend2 size="1.1rem" />
        </ActionIcon>
      </div>
    </form>
  );
}

const ToStart = () => (
  <Link to="/" aria-label={`Go to ${productName()}`} className={frame.start}>
    <BrandMark />
  </Link>
);
