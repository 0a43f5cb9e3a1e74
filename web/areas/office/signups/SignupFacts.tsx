// An application to read.
import { Title } from '@mantine/core';
import type { Signup } from '#contract/signups.ts';
import { dayWords } from '#ui/days.ts';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import classes from './Signup.module.css';
import { licenceLabels, stateName } from './signups.labels.ts';

export function SignupFacts({ signup: { form, carriers } }: { signup: Pick<Signup, 'form' | 'carriers'> }) {
  return (
    <div className={classes.facts}>
      <KeyValueList
        facts={[
          ['NPN', form.npn],
          ['Phone', form.phone],
          ['Lives in', stateName(form.resident_state)],
          ['Years of experience', form.years_of_experience?.toString()],
          ['About', form.about],
          ['States', form.states.map(stateName).join(', ')],
          ['Carriers', carriers.map(({ name }) => name).join(', ')],
        ]}
      />
      <Title order={2} size="h4">
        Licences
      </Title>
      <ul className={classes.rows}>
        {form.licences.map(({ state, kind, number, expires_on }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is only read
          <li key={place}>
            {[stateName(state), kind && licenceLabels[kind], number, expires_on && `until ${dayWords(expires_on)}`]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      <Title order={2} size="h4">
        References
      </Title>
      <ul className={classes.rows}>
        {form.references.map(({ name, relation, phone, email }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is only read
          <li key={place}>{[name, relation, phone, email].filter(Boolean).join(', ')}</li>
        ))}
      </ul>
    </div>
  );
}
