import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { loadDemoCatalogue } from '#demo/load.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { selectNewWords } from './search.queries.ts';
import { phoneticCodeOf, Vocabulary } from './vocabulary.ts';
import { isIndianScript } from './words/indian-scripts.ts';

const { db } = await openTestDatabase();
const vocabulary = new Vocabulary();
await loadDemoCatalogue(db);
// Words of Indian scripts are in another vocabulary, by their sound.
const rows = (await selectNewWords(db, '0')).words.filter(({ word }) => !isIndianScript(word));
const words = rows.map(({ word }) => word);
vocabulary.add(rows);

const latinText = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), maxLength: 14 });

/** Words of the demo catalogue as they are, cut off, joined or misspelt, and other words. */
function anyWord(): fc.Arbitrary<string> {
  const known = fc.constantFrom(...words);
  const misspelt = fc.array(fc.tuple(fc.nat(14), fc.constantFrom('', 'a', 'h', 'swap')), { maxLength: 4 });
  return fc.oneof(
    latinText,
    known,
    fc.tuple(known, fc.nat(12)).map(([word, length]) => word.slice(0, length)),
    fc.tuple(known, known).map(([first, second]) => first + second),
    fc.tuple(known, misspelt).map(([word, edits]) => edits.reduce(misspell, word)),
  );
}

function misspell(word: string, [position, edit]: [number, string]): string {
  const at = Math.min(position, Math.max(word.length - 2, 0));
  const middle = edit === 'swap' ? (word[at + 1] ?? '') + (word[at] ?? '') : edit;
  return word.slice(0, at) + middle + word.slice(at + (edit === 'swap' ? 2 : 1));
}

async function assertEqualToDatabase(
  ofVocabulary: (word: string) => unknown,
  ofDatabase: (word: string) => Promise<unknown>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyWord(), async (word) => {
      expect(ofVocabulary(word)).toEqual(await ofDatabase(word));
    }),
    { numRuns: 400 },
  );
}

test('knows the same words, stems and prefixes as the database', async () => {
  await assertEqualToDatabase(
    (word) => [vocabulary.has(word), vocabulary.hasStem(word), vocabulary.hasPrefix(word)],
    async (word) => {
      const row = await db.one<{ word: boolean; stem: boolean; prefix: boolean }>(sql`
        select exists (select from search_word where word = ${word}) as word,
          exists (select from search_word where stem = ${word}) as stem,
          exists (select from search_word where word <> ${word} and starts_with(word, ${word})) as prefix`);
      return [row.word, row.stem, row.prefix];
    },
  );
});

test('finds the same similar words in the same order as the database', async () => {
  await assertEqualToDatabase(
    (word) => vocabulary.findSimilar(word),
    async (word) => {
      const edits = sql`least(
        levenshtein_less_equal(word, ${word}, 2), levenshtein_less_equal(left(word, length(${word})), ${word}, 2))`;
      return db.query(sql`
        select word, stem, sound = search_sound(${word}) as "isPhoneticMatch"
        from search_word
        where sound = search_sound(${word}) or word % ${word}
          or (length(word) >= length(${word}) - 2 and ${edits} <= 2)
        order by sound = search_sound(${word}) desc, ${edits}, similarity(word, ${word}) desc, word
        limit 24`);
    },
  );
});

test('finds the same splits as the database', async () => {
  await assertEqualToDatabase(
    (word) => vocabulary.findSplits(word),
    async (word) => {
      const rows = await db.query<{ first: string; second: string }>(sql`
        select first.word as first, second.word as second
        from generate_series(3, length(${word}) - 3) as length_of_first
        join search_word first on first.word = left(${word}, length_of_first)
        join search_word second on second.word = substr(${word}, length_of_first + 1)
        order by length_of_first`);
      return rows.map(({ first, second }) => [first, second]);
    },
  );
});

test('gives a word the same phonetic code as the database', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...'aeiouychpxzwqksn', 'é', 'ध', '7'), maxLength: 12 }),
      async (word) => {
        const row = await db.one<{ code: string }>(sql`select search_sound(${word}) as code`);
        expect(phoneticCodeOf(word)).toBe(row.code);
      },
    ),
    { numRuns: 400 },
  );
});
