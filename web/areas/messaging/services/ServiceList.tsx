// Every outside service, those with problems first: what it is for, whether it works, and what mends it.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OutsideService, ServiceState } from '#contract/services.ts';
import { StatusBadge, type Tone } from '#ui/Dot.tsx';
import classes from './Services.module.css';

const states: Record<ServiceState, { title: string; color: Tone }> = {
  broken: { title: 'Broken', color: 'red' },
  not_configured: { title: 'Not set up', color: 'gray' },
  sandbox: { title: 'Sandbox', color: 'blue' },
  connected: { title: 'Connected', color: 'green' },
};
const order = Object.keys(states);

export function ServiceList({ services }: { services: readonly OutsideService[] }) {
  const sorted = services.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || (a.title < b.title ? -1 : 1));
  return (
    <ul className={classes.list} aria-label="Outside services">
      {sorted.map((service) => (
        <ServiceRow key={service.name} service={service} />
      ))}
    </ul>
  );
}

function ServiceRow({ service: { title, purpose, lack, state, why, provider, mend } }: { service: OutsideService }) {
  const isOpen = state === 'broken' || state === 'not_configured';
  return (
    <li className={classes.service}>
      <div className={classes.head}>
        <Text fw={600}>{title}</Text>
        <StatusBadge status={states[state]} />
        {provider && (
          <Text size="sm" c="dimmed">
            {provider}
          </Text>
        )}
      </div>
      <Text size="sm">{purpose}</Text>
      {state === 'sandbox' && (
        <Text size="sm" c="dimmed">
          The demo has a sandbox of its own. Nothing leaves this machine.
        </Text>
      )}
      {state === 'broken' && (
        <Text size="sm" c="red">
          {wordsOf[why ?? ''] ?? `It refuses our calls: ${why}.`}
        </Text>
      )}
      {isOpen && (
        <Text size="sm" c="dimmed">
          Without it: {lack} {mend.to ? <Link to={mend.to}>{mend.text}</Link> : mend.text}
        </Text>
      )}
    </li>
  );
}

/** Codes that need words; others are the service's own. */
const wordsOf: Record<string, string> = {
  NO_ANSWER: 'It does not answer.',
  ECONNREFUSED: 'It does not answer.',
  UNKNOWN: 'It could not be asked for its state.',
  WRONG_SIGNATURE: 'The last call to the address below had a wrong signature.',
  NO_PRODUCTION_ACCESS: 'The account is still in the sandbox of SES, which sends to verified addresses alone.',
  SENDING_PAUSED: 'Sending is paused in the account.',
  SHUTDOWN: 'Amazon has suspended the account.',
  NO_DISCOVERY: 'Its discovery document cannot be read.',
  NO_CLAMD: 'Something else than ClamAV answers at its address.',
};
