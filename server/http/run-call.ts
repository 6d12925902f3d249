import { AppError } from '#contract/errors.ts';
import type { CatalogueReads, CatalogueShelf, Kept } from '../catalogue-reads.ts';
import type { CallContext } from '../context.ts';
import { waitingLine } from '../waiting-line.ts';
import { type Answer, type NoteVisit, parseInput, type ServedCall } from './served-call.ts';

/** A kept answer: as a value for the page renderer and as the bytes that the API sends. */
export interface KeptAnswer extends Kept {
  answer: Answer;
  body: Buffer;
  /** To be called by whoever gives the answer to somebody. */
  noteVisit?: NoteVisit;
}

const answerShelfBytes = 64 * 1024 * 1024;
// What an entry takes besides its text: its objects, its place on the shelf, its product ids.
const bytesPerAnswer = 1000;
const bytesPerProductId = 150;

// Half of the pool: hundreds of new questions at once may not keep carts and orders from the database.
const maximumAtOnce = 5;
// At a millisecond or two each, the last of them waits for a second at most.
const maximumWaiting = 500;
const line = waitingLine({
  maximumAtOnce,
  maximumWaiting,
  refusal: () => new AppError('UNAVAILABLE', { retryAfterSeconds: 1 }),
});

/** The shelf for the answers of catalogue reads. */
export function openAnswerShelf(reads: CatalogueReads): CatalogueShelf<KeptAnswer> {
  return reads.openShelf<KeptAnswer>(answerShelfBytes);
}

/** What a client gets as JSON: the answer in the envelope of decisions section 1. */
export function envelope(answer: Answer) {
  return { success: true, error: false, ...answer };
}

/**
 * Runs a catalogue read, from what is kept where that is possible. The API and the page renderer both come
 * through here, so they cannot give different values. Throws UNAVAILABLE when hundreds wait already.
 */
export async function readCatalogue(
  call: ServedCall,
  context: CallContext,
  rawInput: unknown,
  shelf: CatalogueShelf<KeptAnswer>,
): Promise<KeptAnswer> {
  // Parsed, not raw, input is the key: unknown fields then make no copies, and what JSON cannot write, such as
  // infinity, is refused before it could pass for something else.
  const key = `${call.name} ${JSON.stringify(parseInput(call.description.input, rawInput))}`;
  return shelf.read(key, async () => {
    const { answer, noteVisit } = await line(() => call.run(context, rawInput));
    const body = Buffer.from(JSON.stringify(envelope(answer)));
    const productIds = productIdsOf(answer.data);
    const bytes = body.length * 3 + key.length * 2 + bytesPerAnswer + productIds.size * bytesPerProductId;
    return { answer, body, productIds, bytes, ...(noteVisit !== undefined && { noteVisit }) };
  });
}

/** The ids in an answer's `data`; those of categories do no harm, for no change names them. */
function productIdsOf(data: unknown): ReadonlySet<string> {
  const things: unknown[] = Array.isArray(data) ? data : [data];
  const ids = new Set<string>();
  for (const thing of things) {
    if (typeof thing === 'object' && thing !== null && '_id' in thing && typeof thing._id === 'string') {
      ids.add(thing._id);
    }
  }
  return ids;
}
