import { queryClient, queryOf } from '#app/queries.ts';
import { type DataCapture, getDataCapture } from '#contract/dataCapture.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';

export const dataCaptureQuery = (id: number) => queryOf(getDataCapture, { params: { id } });

export const showDataCapture = (id: number, saved: AnswerOf<typeof getDataCapture>) =>
  void queryClient.setQueryData(dataCaptureQuery(id).queryKey, saved);

/** One form as the server has it now. */
export const showForm = (id: number, current: DataCapture) =>
  void queryClient.setQueryData(
    dataCaptureQuery(id).queryKey,
    (shown) => shown && { ...shown, data: shown.data.map((form) => (form.form_id === current.form_id ? current : form)) },
  );
