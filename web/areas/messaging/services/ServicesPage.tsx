// The outside services of the company: whether each works, and what to do where it does not.
import { useQuery } from '@tanstack/react-query';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { getServices, type Services } from '#contract/services.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { InboundSection } from './InboundSection.tsx';
import { MailSection } from './MailSection.tsx';
import { ServiceList } from './ServiceList.tsx';
import classes from './Services.module.css';

export function ServicesPage() {
  const services = useQuery({ ...queryOf(getServices), staleTime: 0 });
  useUpdate('compliance.changed', () => void invalidate(getServices));
  return (
    <>
      <PageHeader title="Services" />
      <div className={classes.page}>
        {services.error && !services.data ? (
          <FailedQuery query={services} />
        ) : services.data ? (
          <Found {...services.data} />
        ) : (
          <SkeletonLines lines={12} height={24} />
        )}
      </div>
    </>
  );
}

function Found({ services, mail, inbound }: Services) {
  const leaves = services.some(({ name, state }) => name === 'mail' && state !== 'not_configured');
  return (
    <>
      <ServiceList services={services} />
      <MailSection mail={mail} leaves={leaves} />
      <InboundSection inbound={inbound} />
    </>
  );
}
