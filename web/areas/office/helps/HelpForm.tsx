// A question to the company's support. Typed text is kept while the user looks elsewhere for an answer.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isRefused } from '#app/api.ts';
import { useDraftForm } from '#app/draftForm.ts';
import { helpAsked } from '#app/helpDialog.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { createHelp } from '#contract/helps.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { ProseField } from '#ui/FormFields.tsx';

const handles = ['helps.no_address', 'mail.not_configured', 'rate_limited'] as const;
const close = () => helpAsked.set(false);

export function HelpForm() {
  const { form, drop, discard } = useDraftForm({ name: 'help', what: 'your question', initialValues: { question: '' } });
  const { mutate, isPending, error } = useSend(createHelp, {
    form: true,
    handles,
    onDone: ({ sent_to }) => {
      drop();
      close();
      notice.done(`Sent your question to ${sent_to}`);
    },
  });
  return (
    <FormDrawer
      title="Get help"
      submit="Send the question"
      busy={isPending}
      error={isRefused(error, ...handles) && textOf(error)}
      onSubmit={form.onSubmit(({ question }) =>
        mutate(
          { body: { question, page: location.pathname.slice(0, 200) } },
          { onError: (refused) => isRefused(refused, 'invalid') && form.setErrors(refused.fieldErrors) },
        ),
      )}
      onClose={close}
      onDiscard={() => {
        discard();
        close();
      }}
    >
      <ProseField
        form={form}
        path="question"
        label="Your question"
        description="Your company’s support gets it by mail, with the page that you are on and your browser, and answers to your address."
        maxLength={5000}
        focus
      />
      <Text size="sm">
        <Anchor underline="always" renderRoot={(props) => <Link to="/contact-us" {...props} onClick={close} />}>
          Other ways to get help
        </Anchor>
      </Text>
    </FormDrawer>
  );
}
