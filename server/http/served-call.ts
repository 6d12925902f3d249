import type { z } from 'zod';
import type { Audience, CallDescription } from '#contract/call.ts';
import { AppError } from '#contract/errors.ts';
import type { CallName } from '#contract/paths.ts';
import type { CallContext, ShopperContext } from '../context.ts';
import type { SessionEnding } from '../features/session/ended-sessions.ts';
import { getRole } from '../features/session/session.service.ts';

/** A JSON-safe answer without the envelope: `message`, `data` and any paging fields. */
export interface Answer {
  message: string;
  data: unknown;
}

/** What a handler gives back; `created` turns the status 200 into 201. */
type Given<Output extends z.ZodType> = z.input<Output> & { created?: boolean };

type Handler<HandlerContext, Input extends z.ZodType, Output extends z.ZodType> = (
  context: HandlerContext,
  input: z.output<Input>,
) => Promise<Given<Output>>;

/**
 * What is to be known of a call's answer each time somebody gets it, also where it was kept: `visitor` is from where
 * they ask.
 */
export type NoteVisit = (visitor: string) => void;

interface ServeOptions<HandlerContext, Input extends z.ZodType, Output extends z.ZodType> {
  /** Called at each visit; must be quick, and cannot fail the call. */
  noteVisit?: (
    context: HandlerContext,
    visit: { input: z.output<Input>; answer: z.output<Output>; visitor: string },
  ) => void;
}

/** A call together with the feature that answers it. */
export interface ServedCall {
  name: CallName;
  description: CallDescription;
  /** Throws `AppError` for a caller who may not make the call; `run` asks the same before anything else. */
  admit(context: CallContext): Promise<void>;
  /** Admits the caller, parses the input, lets the service work and checks its answer; throws `AppError`. */
  run(
    context: CallContext,
    rawInput: unknown,
  ): Promise<{ status: 200 | 201; answer: Answer; noteVisit?: NoteVisit }>;
}

/** Serves a call that anyone may make. */
export function openCall<Input extends z.ZodType, Output extends z.ZodType<Answer>>(
  description: CallDescription<CallName, Input, Output>,
  handler: Handler<CallContext, Input, Output>,
  options: ServeOptions<CallContext, Input, Output> = {},
): ServedCall {
  const admit = async (context: CallContext) =>
    endingOf(context) === null ? context : { ...context, caller: null };
  return serve('anyone', description, handler, admit, options);
}

/** Serves a call of signed-in shoppers: without a valid session it ends with 401 before anything is read. */
export function shopperCall<Input extends z.ZodType, Output extends z.ZodType<Answer>>(
  description: CallDescription<CallName, Input, Output>,
  handler: Handler<ShopperContext, Input, Output>,
): ServedCall {
  return serve('user', description, handler, requireShopper);
}

/** Serves a call of the shop's admins. Role and status are read at every call: a demotion counts at once. */
export function adminCall<Input extends z.ZodType, Output extends z.ZodType<Answer>>(
  description: CallDescription<CallName, Input, Output>,
  handler: Handler<ShopperContext, Input, Output>,
): ServedCall {
  return serve('admin', description, handler, requireAdmin);
}

/** Admits whoever has a valid session. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED. */
export async function requireShopper(context: CallContext): Promise<ShopperContext> {
  const { caller } = context;
  const ending = endingOf(context);
  if (ending === 'suspended') throw new AppError('ACCOUNT_SUSPENDED');
  if (caller === null || ending !== null) throw new AppError('UNAUTHENTICATED');
  return { ...context, caller };
}

/** Admits admins of the shop, by what the database says now. Throws UNAUTHENTICATED, ACCOUNT_SUSPENDED, FORBIDDEN. */
export async function requireAdmin(context: CallContext): Promise<ShopperContext> {
  const shopper = await requireShopper(context);
  if ((await getRole(shopper)) !== 'ADMIN') throw new AppError('FORBIDDEN');
  return shopper;
}

/** How the caller's session ended while its access token was still valid; null when it goes on. */
function endingOf({ caller, endedSessions }: CallContext): SessionEnding | null {
  return caller === null ? null : endedSessions.endingOf(caller.sessionId);
}

function serve<HandlerContext, Input extends z.ZodType, Output extends z.ZodType<Answer>>(
  audience: Audience,
  description: CallDescription<CallName, Input, Output>,
  handler: Handler<HandlerContext, Input, Output>,
  admit: (context: CallContext) => Promise<HandlerContext>,
  { noteVisit }: ServeOptions<HandlerContext, Input, Output> = {},
): ServedCall {
  const { name } = description;
  if (description.audience !== audience)
    throw new Error(`The call ${name} is for ${description.audience}, and is served to ${audience}.`);
  return {
    name,
    description,
    async admit(context) {
      await admit(context);
    },
    async run(context, rawInput) {
      const admitted = await admit(context);
      const input = parseInput(description.input, rawInput);
      const { created, ...given } = await handler(admitted, input);
      const answer = description.output.parse(given);
      return {
        status: created === true ? 201 : 200,
        answer,
        ...(noteVisit !== undefined && {
          noteVisit: (visitor: string) => noteVisit(admitted, { input, answer, visitor }),
        }),
      };
    },
  };
}

/** The input of a call as its service takes it. Throws INVALID_INPUT with what is wrong in each field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, rawInput: unknown): z.output<Schema> {
  const parsed = schema.safeParse(rawInput);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  throw new AppError('INVALID_INPUT', {
    issues,
    // One wrong field is best said in the message itself, because a toast shows nothing else.
    ...(issues.length === 1 && first !== undefined && first.path !== '' ? { message: first.message } : {}),
  });
}
