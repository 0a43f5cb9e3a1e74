// Structured logs. What could name a person or open a door is left out by path, not by discipline.
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';

export type Log = FastifyBaseLogger;

const personal = [
  'email',
  'phone',
  'password',
  'token',
  'first_name',
  'last_name',
  'name',
  'address',
  'body',
  'line',
  'medicare_number',
];

/** On standard output, unless it is told where to. */
export const createLog = (level: string, role: string, to?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: { role },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: personal.flatMap((key) => [key, `*.${key}`]), censor: '[personal]' },
      serializers: { err: withoutValues },
    },
    to,
  );

/** PostgreSQL's texts quote values (and a stack begins with the text): of its errors only what names no value is logged. */
function withoutValues(error: Error & { code?: unknown; severity?: unknown; constraint?: unknown; table?: unknown }) {
  const { name, message, stack = '', code, constraint, table } = error;
  const fromDatabase = 'severity' in error;
  return {
    type: name, // as pino's own serializer says it; a `name` is a person's
    code,
    ...(fromDatabase ? { constraint, table } : { message }),
    stack: fromDatabase ? stack.slice(stack.indexOf('\n    at ')) : stack,
  };
}
