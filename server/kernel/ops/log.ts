// Structured logs. Fields that could name a person or open access are removed by path.
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

/** On standard output by default. */
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

/**
 * PostgreSQL's texts quote values (and a stack begins with the text): logs only the parts of its errors without
 * values.
 */
function withoutValues(error: Error & { code?: unknown; severity?: unknown; constraint?: unknown; table?: unknown }) {
  const { name, message, stack = '', code, constraint, table } = error;
  const fromDatabase = 'severity' in error;
  return {
    type: name, // as pino's own serializer calls it; a `name` would be a person's
    code,
    ...(fromDatabase ? { constraint, table } : { message }),
    stack: fromDatabase ? stack.slice(stack.indexOf('\n    at ')) : stack,
  };
}
