// Names the draft of a new event: it keeps the text until it is saved.

/** Each calendar has a draft of its own; without an owner, one's own. */
export const newEventIn = (owner?: { id: number }) => (owner ? `event:new:of:${owner.id}` : 'event:new');

/** A slot that the user chose counts more than the one in a draft. */
export const withoutTimes = (fields: Record<string, unknown>) => {
  const { all_day, start_day, end_day, start_time, end_time, ...others } = fields;
  return others;
};
