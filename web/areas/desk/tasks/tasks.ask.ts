// Opens the dialog for a next step, from any screen. Small: lists and the contact's page load the dialog later.
import { createStore } from '#app/store.ts';
import type { TaskKind } from '#contract/taskLists.ts';
import type { Task } from '#contract/tasks.ts';
import type { Person } from '#contract/users.ts';

export interface TaskAsk {
  contact: Person & { owner?: Person | null };
  /** An open task to change; absent: a new one. */
  task?: { id: number; kind: TaskKind; due_at: string; note: string; version: number; owner_id: number } | undefined;
  /** Complete the task, and ask for the next one. */
  completes?: boolean;
  /** Typed into the form before it asked for the next one. */
  typed?: { kind?: TaskKind; note?: string; day?: string | null; time?: string | null } | undefined;
}

/** A task as a list of tasks has it. */
export const askOf = (task: Task, completes = false): TaskAsk => ({
  contact: task.contact,
  task: { ...task, owner_id: task.owner.id },
  completes,
});

export const taskAsked = createStore<TaskAsk | null>(null);

/** The next step of a contact: sets it, or changes the one that there is. */
export const askNextStep = (contact: TaskAsk['contact'] & { next_step: TaskAsk['task'] | null }) =>
  taskAsked.set({ contact, task: contact.next_step ?? undefined });
