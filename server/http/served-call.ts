import type { z } from 'zod';
import type { CallDescription } from '#contract/call.ts';
import { AppError } from '#contract/errors.ts';
import type { CallName } from '#contract/paths.ts';
import type { CallContext, ShopperContext } from '../context.ts';

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

/** A call together with the feature that answers it. */
export interface ServedCall {
  name: CallName;
  description: CallDescription;
  /** Admits the caller, parses the input, lets the service work and checks its answer; throws `AppError`. */
  run(context: CallContext, rawInput: unknown): Promise<{ status: 200 | 201; answer: Answer }>;
}

/** Serves a call that anyone may make. */
export function openCall<Input extends z.ZodType, Output extends z.ZodType<Answer>>(
  description: CallDescription<CallName, Input, Output>,
  handler: Handler<CallContext, Input, Output>,
): ServedCall {
  return serve(description, handler, (context) => context);
}

/** Serves a call of signed-in shoppers: without a valid session it ends with 401 before anything is read. */
export function shopperCall<Input extends z.ZodType, Output extends z.ZodType<Answer>>(
  description: CallDescription<CallName, Input, Output>,
  handler: Handler<ShopperContext, Input, Output>,
): ServedCall {
  return serve(description, handler, requireShopper);
}

function requireShopper(context: CallContext): ShopperContext {
  const { caller } = context;
  if (caller === null) throw new AppError('UNAUTHENTICATED');
  return { ...context, caller };
}

function serve<HandlerContext, Input extends z.ZodType, Output extends z.ZodType<Answer>>(
  description: CallDescription<CallName, Input, Output>,
  handler: Handler<HandlerContext, Input, Output>,
  admit: (context: CallContext) => HandlerContext,
): ServedCall {
  return {
    name: description.name,
    description,
    async run(context, rawInput) {
      const admitted = admit(context);
      const input = parseInput(description.input, rawInput);
      const { created, ...given } = await handler(admitted, input);
      return { status: created === true ? 201 : 200, answer: description.output.parse(given) };
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
