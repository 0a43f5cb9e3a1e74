// The page of the demo's card processor: takes its test cards, and no other.
import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isRefused } from '#app/api.ts';
import { NotFoundPage } from '#app/ErrorPage.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { enterSandboxCard, getSandboxSetup } from '#contract/sandboxCards.ts';
import { CardPage } from '#ui/CardPage.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import classes from './SandboxSetupPage.module.css';

const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['5555 5555 5555 4444', 'pays (Mastercard)'],
  ['4000 0000 0000 3184', 'asks for a confirmation'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has no money'],
  ['4000 0000 0000 0069', 'has expired'],
  ['4000 0000 0000 0341', 'is saved, then declined'],
  ['4000 0000 0000 0259', 'pays; its bank takes the payment back'],
  ['4000 0000 0000 5126', 'pays; its bank sends refunds back'],
] as const;

export function SandboxSetupPage() {
  const { id } = useParams({ from: '/sandbox/cards/setup/$id' });
  const page = useQuery(queryOf(getSandboxSetup, { params: { id } }));
  const form = useForm({ initialValues: { number: '', expiry: '', cvc: '' } });
  const enter = useSend(enterSandboxCard, {
    form: true,
    handles: ['invalid'],
    onDone: ({ return_url }) => location.assign(return_url),
  });
  if (isRefused(page.error, 'not_found'))
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  return (
    <CardPage title="Enter a card" text="This is the demo’s card processor. It takes these test cards alone, and charges nobody.">
      {page.error && !page.data ? (
        <FailedQuery query={page} />
      ) : (
        <>
          <ul className={classes.cards} aria-label="Test cards">
            {testCards.map(([number, what]) => (
              <li key={number}>
                <span className="figures">{number}</span> {what}
              </li>
            ))}
          </ul>
          <FormLayout
            submit="Save the card"
            busy={enter.isPending || enter.isSuccess}
            onSubmit={form.onSubmit((body) =>
              enter.mutate(
                { params: { id }, body },
                { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
              ),
            )}
          >
            <TextInput label="Card number" inputMode="numeric" autoComplete="off" {...form.getInputProps('number')} />
            <Group grow align="start">
              <TextInput label="Valid until" placeholder="MM/YY" autoComplete="off" {...form.getInputProps('expiry')} />
              <TextInput label="Security code" inputMode="numeric" autoComplete="off" {...form.getInputProps('cvc')} />
            </Group>
          </FormLayout>
        </>
      )}
    </CardPage>
  );
}
