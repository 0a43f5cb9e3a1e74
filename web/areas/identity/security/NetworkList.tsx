// Networks from which the company's people may sign in; none: from anywhere.
import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { createNetwork, deleteNetwork, listNetworks } from '#contract/security.ts';
import { listSessions } from '#contract/sessions.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './SecurityPage.module.css';

const invalidates = [listNetworks];

export function NetworkList() {
  const networks = useQuery({ ...queryOf(listNetworks, { query: { limit: 100 } }), staleTime: 0 });
  const again = useSend(createNetwork, { invalidates });
  const remove = useSend(deleteNetwork, { invalidates });
  if (networks.error && !networks.data) return <FailedQuery query={networks} />;
  if (!networks.data) return <SkeletonLines lines={5} height={18} />;
  const list = networks.data.data;

  return (
    <>
      <Text>
        {list.length === 0
          ? 'Your people can sign in from anywhere. As soon as you add a network, they can sign in only from the networks on this list. People on any other network are signed out at once.'
          : 'Your people can sign in only from these networks. People on any other network are signed out at once.'}
      </Text>
      <NetworkForm first={list.length === 0} />
      {list.length > 0 && (
        <ul className={classes.list} aria-label="Networks">
          {list.map(({ id, network, note }) => (
            <li key={id} className={classes.entry}>
              <span className={classes.what}>
                <span className="figures">{network}</span>
                <span className={classes.note}>{note}</span>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${network}`}
                loading={remove.isPending && remove.variables.params.id === id}
                onClick={() =>
                  remove.mutate(
                    { params: { id } },
                    { onSuccess: () => notice.done(`Removed ${network}`, () => again.mutate({ body: { network, note } })) },
                  )
                }
              >
                <IconTrash size="1rem" stroke={1.6} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NetworkForm({ first }: { first: boolean }) {
  const own = useQuery(queryOf(listSessions)).data?.data.find(({ current }) => current)?.address;
  const form = useForm({
    initialValues: { network: '', note: '' },
    validate: { network: (network) => (network.trim() ? null : 'Enter an address or a network') },
  });
  const add = useSend(createNetwork, {
    invalidates,
    form: true,
    handles: ['networks.locks_out', 'networks.taken'],
    onDone: form.reset,
  });
  return (
    <form
      noValidate
      className={classes.add}
      onSubmit={form.onSubmit((body) =>
        add.mutate(
          { body },
          {
            onError: (error) => {
              if (isRefused(error, 'invalid')) form.setErrors(error.fieldErrors);
              if (isRefused(error, 'networks.locks_out', 'networks.taken')) form.setFieldError('network', textOf(error));
            },
          },
        ),
      )}
    >
      <LeaveGuard when={form.isDirty()} />
      <TextInput
        label="Address or network"
        placeholder="203.0.113.0/24"
        maxLength={60}
        description={
          own && (first ? `You signed in from ${own}: start with a network that contains it` : `You signed in from ${own}`)
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('network')}
        readOnly={add.isPending} // text typed now would be cleared once it is added
      />
      <TextInput
        label="Note"
        placeholder="Main office"
        maxLength={200}
        {...form.getInputProps('note')}
        readOnly={add.isPending}
      />
      <Button type="submit" className={classes.submit ?? ''} loading={add.isPending}>
        Add the network
      </Button>
    </form>
  );
}
