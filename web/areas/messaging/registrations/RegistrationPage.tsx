// The company's registration with the carriers: how it stands, what mends it, and the form.
import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getTextRegistration, type TextRegistration } from '#contract/registrations.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { StatTile } from '#ui/StatTile.tsx';
import { RegistrationFacts } from './RegistrationFacts.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import classes from './Registrations.module.css';
import { fieldWords, stateWords } from './registrations.labels.ts';

export function RegistrationPage() {
  const query = useQuery({ ...queryOf(getTextRegistration), staleTime: 0 });
  const registration = query.data;
  const [loaded, setLoaded] = useState(0);
  return (
    <>
      <PageHeader title="Text registration" about={registration && <StatusBadge status={stateWords[registration.state]} />} />
      <div className={classes.page}>
        {query.error && !registration ? (
          <FailedQuery query={query} />
        ) : registration ? (
          <>
            <Standing registration={registration} />
            {registration.can.edit ? (
              <RegistrationForm
                key={`${registration.state} ${loaded}`}
                registration={registration}
                onReload={() => setLoaded((times) => times + 1)}
              />
            ) : (
              <RegistrationFacts registration={registration} />
            )}
          </>
        ) : (
          <SkeletonLines lines={10} height={28} />
        )}
      </div>
    </>
  );
}

function Standing({ registration }: { registration: TextRegistration }) {
  const { timezone } = useMe();
  const { state, part, problems, submitted_at, approved_at, asked_at, refused_since, is_sandbox, available } = registration;
  const asked = asked_at && <p className={classes.faint}>Last asked {momentIn(timezone, asked_at)}</p>;
  switch (state) {
    case 'draft':
      return (
        <div className={classes.part}>
          <Text>
            Carriers take texts from US local numbers only of companies that are registered (A2P 10DLC). Say who you are and what
            you text; the carriers answer within some days{is_sandbox ? ', in this demo within half a minute' : ''}. Until then no
            texts leave.
          </Text>
          {!available && (
            <Alert variant="light" color="yellow" role="note">
              This installation cannot register companies yet. Its operator sets TWILIO_PRIMARY_PROFILE. You can fill in the form
              already.
            </Alert>
          )}
        </div>
      );
    case 'pending':
      return (
        <div className={classes.part} aria-live="polite">
          <ol className={classes.steps}>
            <li>
              <StatusBadge
                status={
                  part === 'campaign'
                    ? { title: 'Who you are: approved', color: 'green' }
                    : { title: 'Who you are: the carriers look at it', color: 'blue' }
                }
              />
            </li>
            <li>
              <StatusBadge
                status={
                  part === 'campaign'
                    ? { title: 'What you text: the carriers look at it', color: 'blue' }
                    : { title: 'What you text: comes next', color: 'gray' }
                }
              />
            </li>
          </ol>
          <p className={classes.faint}>
            {submitted_at && `Sent ${momentIn(timezone, submitted_at)}. `}
            {is_sandbox ? 'The demo’s carriers take half a minute.' : 'This takes some days. You get a mail when they answer.'}
          </p>
        </div>
      );
    case 'approved':
      return (
        <div className={classes.part}>
          <Rates registration={registration} />
          {refused_since && (
            <Alert color="red" variant="light" role="alert" title="The carriers refuse texts as unregistered">
              {`Since ${momentIn(timezone, refused_since)} (code 30034). We have added the numbers again; if it goes on, ask the support of your carrier.`}
            </Alert>
          )}
          {approved_at && <p className={classes.faint}>Registered {momentIn(timezone, approved_at)}</p>}
        </div>
      );
    default:
      return (
        <Alert
          color="red"
          variant="light"
          role="alert"
          title={
            state === 'suspended'
              ? 'The carriers suspended the company'
              : part === 'campaign'
                ? 'The carriers refused what you text'
                : 'The carriers refused what you said about the company'
          }
        >
          {problems.length > 0 && (
            <ul className={classes.problems}>
              {problems.map(({ code, text, fields }) => (
                <li key={`${code} ${text}`}>
                  {text}
                  {code && ` (code ${code})`}
                  {fields.length > 0 && `. Check: ${fields.map((field) => fieldWords[field] ?? field).join(', ')}`}
                </li>
              ))}
            </ul>
          )}
          <Text mt="xs" inherit>
            {state === 'suspended'
              ? 'No texts leave meanwhile. Ask the support of your carrier; we look every day whether it is over.'
              : 'Correct it below and send it again. No texts leave meanwhile.'}
          </Text>
          {asked}
        </Alert>
      );
  }
}

function Rates({
  registration: { trust_score, segments_per_second, t_mobile_per_day, numbers },
}: {
  registration: TextRegistration;
}) {
  return (
    <div className={classes.figures}>
      <StatTile
        label="Trust score"
        figure={trust_score === null ? 'None' : String(trust_score)}
        hint={trust_score === null ? 'For few texts there is none' : 'Of 100'}
      />
      <StatTile label="Segments a second" figure={segments_per_second.toLocaleString('en-US')} hint="Over all numbers" />
      {t_mobile_per_day !== null && (
        <StatTile label="To T-Mobile a day" figure={t_mobile_per_day.toLocaleString('en-US')} hint="Segments, the rest waits" />
      )}
      <Anchor underline="never" c="inherit" renderRoot={(props) => <Link to="/admin/numbers" {...props} />}>
        <StatTile
          label="Registered numbers"
          figure={`${numbers.registered} of ${numbers.active}`}
          hint={numbers.failed > 0 ? `${numbers.failed} refused` : 'New ones join by themselves'}
          {...(numbers.failed > 0 && { tone: 'red' as const })}
        />
      </Anchor>
    </div>
  );
}
