// The saved domains: their state, and the DNS record that verifies each.
import { Button, Text } from '@mantine/core';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { getSsoConnection, type SsoDomain, verifySsoDomain } from '#contract/sso.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { SsoCopyLine } from './SsoCopyLine.tsx';
import classes from './SsoSettings.module.css';

export const SsoDomainList = ({ domains }: { domains: SsoDomain[] }) => (
  <ul className={classes.domains} aria-label="Domains">
    {domains.map((domain) => (
      <Domain key={domain.domain} domain={domain} />
    ))}
  </ul>
);

const said = ['sso.domain_unverified', 'sso.domain_taken', 'not_found'] as const;

function Domain({ domain: { domain, verified, record } }: { domain: SsoDomain }) {
  const verify = useSend(verifySsoDomain, {
    invalidates: [getSsoConnection],
    handles: said,
    onDone: () => notice.done(`${domain} is verified`),
  });
  return (
    <li className={classes.domain}>
      <div className={classes.head}>
        <span className={classes.name}>{domain}</span>
        <StatusBadge status={verified ? { title: 'Verified', color: 'green' } : { title: 'Not verified yet', color: 'yellow' }} />
      </div>
      {!verified && (
        <>
          <Text size="sm" c="dimmed">
            Add this TXT record to the domain’s DNS, then check it here. It can take some minutes to appear.
          </Text>
          <dl className={classes.lines}>
            <SsoCopyLine label="Name of the record" value={record.name} />
            <SsoCopyLine label="Text of the record" value={record.text} />
          </dl>
          {isRefused(verify.error, ...said) && (
            <Text role="alert" size="sm" className={classes.error}>
              {textOf(verify.error)}
            </Text>
          )}
          <Button
            variant="default"
            loading={verify.isPending}
            onClick={() => verify.mutate({ body: { domain } })}
            aria-label={`Verify ${domain}`}
          >
            Verify
          </Button>
        </>
      )}
    </li>
  );
}
