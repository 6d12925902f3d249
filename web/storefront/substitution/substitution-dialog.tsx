import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Substitution, SubstitutionChoices } from '#contract/cart/substitution.ts';
import { useSession } from '#web/session/session.ts';
import type { DisplayedLine } from '#web/storefront/cart/cart-line.ts';
import {
  type ProductCardData,
  shownNameOf,
  tileClass,
  tileHueStyle,
  tileImageClass,
} from '#web/storefront/product-card-data.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { chooseSubstitution, substitutionTexts, useChoicesQuery } from './choices.ts';
import { type Preferred, ReplacementPicker } from './replacement-picker.tsx';

const options: readonly { choice: Substitution; hint: string }[] = [
  { choice: 'SIMILAR', hint: t('substitution.similarHint') },
  { choice: 'ASK', hint: t('substitution.askHint') },
  { choice: 'REFUND', hint: t('substitution.refundHint') },
];

interface SubstitutionDialogProps {
  lines: readonly DisplayedLine[];
  onClose: () => void;
}

/** What happens if a product is missing, for the order and for each line. Each choice is saved at once. */
export function SubstitutionDialog({ lines, onClose }: SubstitutionDialogProps) {
  const { user } = useSession();
  const { data: choices, isError, isFetching, refetch } = useChoicesQuery();
  /** The product for which a replacement is chosen, and the one before, whose button gets the focus. */
  const [replaced, setReplaced] = useState<ProductCardData>();
  const [focusedId, setFocusedId] = useState<string>();
  const choose = (chosen: Parameters<typeof chooseSubstitution>[1]) =>
    void chooseSubstitution(user?._id, chosen);
  function leave() {
    setFocusedId(replaced?._id);
    setReplaced(undefined);
  }
  return (
    <Dialog
      title={replaced === undefined ? t('substitution.title') : t('substitution.chooseReplacement')}
      onClose={onClose}
    >
      {choices === undefined && isError ? (
        <LoadFailed
          title={t('substitution.choicesFailed')}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : choices === undefined ? (
        <div className="grid min-h-40 place-items-center">
          <Spinner />
        </div>
      ) : replaced === undefined ? (
        <>
          <OrderChoice chosen={choices.choice} onChoose={(choice) => choose({ choice })} />
          <h3 className="mt-6 mb-1 font-semibold">{t('substitution.forSingle')}</h3>
          <ul className="divide-y divide-line">
            {lines.map(({ product }) => (
              <LineChoice
                key={product._id}
                product={product}
                choices={choices}
                hasFocus={product._id === focusedId}
                onChoose={(choice, preferred) => choose({ productId: product._id, choice, preferred })}
                onReplace={() => setReplaced(product)}
              />
            ))}
          </ul>
        </>
      ) : (
        <ReplacementPicker
          product={replaced}
          onBack={leave}
          onChoose={(preferred) => {
            const choice = choiceOf(choices, replaced._id) === 'ASK' ? 'ASK' : 'SIMILAR';
            choose({ productId: replaced._id, choice, preferred });
            leave();
          }}
        />
      )}
    </Dialog>
  );
}

interface OrderChoiceProps {
  chosen: Substitution;
  onChoose: (choice: Substitution) => void;
}

function OrderChoice({ chosen, onChoose }: OrderChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('substitution.forAll')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {options.map(({ choice, hint }) => (
          <label
            key={choice}
            className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-2 has-checked:bg-leaf-soft"
          >
            <input
              type="radio"
              name="substitution"
              checked={chosen === choice}
              onChange={() => onChoose(choice)}
              className="size-5 flex-none accent-leaf"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{substitutionTexts[choice]}</span>
              <span className="block text-sm text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const ownOf = ({ products }: SubstitutionChoices, id: string) =>
  products.find(({ productId }) => productId === id);
const choiceOf = (choices: SubstitutionChoices, id: string) => ownOf(choices, id)?.choice ?? choices.choice;

interface LineChoiceProps {
  product: ProductCardData;
  choices: SubstitutionChoices;
  /** When it appears. */
  hasFocus: boolean;
  onChoose: (choice: Substitution | null, preferred: Preferred | null) => void;
  onReplace: () => void;
}

function LineChoice({ product, choices, hasFocus, onChoose, onReplace }: LineChoiceProps) {
  const replace = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) replace.current?.focus();
  }, [hasFocus]);
  const own = ownOf(choices, product._id);
  const name = shownNameOf(product);
  const preferred = own?.preferred ?? null;
  return (
    <li className="flex gap-3 py-3" style={tileHueStyle(product.hue)}>
      <span className={`mt-6 size-11 flex-none rounded-md p-1 ${tileClass}`}>
        <Picture src={product.image} alt="" width={44} height={44} sizes="44px" className={tileImageClass} />
      </span>
      <div className="min-w-0 flex-1">
        <SelectField
          label={name}
          value={own?.choice ?? ''}
          choices={[
            ['', t('substitution.asForAll')],
            ...options.map(({ choice }) => [choice, substitutionTexts[choice]] as const),
          ]}
          onChange={({ target }) =>
            onChoose(options.find(({ choice }) => choice === target.value)?.choice ?? null, preferred)
          }
        />
        {choiceOf(choices, product._id) !== 'REFUND' && (
          <div className="flex items-center gap-1">
            <Button
              ref={replace}
              variant="quiet"
              aria-label={preferred === null ? t('substitution.chooseFor', { name }) : undefined}
              className="min-w-0 px-0! text-sm text-leaf! hover:bg-transparent! hover:underline"
              onClick={onReplace}
            >
              <span className="text-left wrap-anywhere">
                {preferred === null
                  ? t('substitution.chooseReplacement')
                  : t('substitution.firstChoice', { name: shownNameOf(preferred) })}
              </span>
            </Button>
            {own !== undefined && preferred !== null && (
              <IconButton
                label={t('substitution.removeReplacement', { name: nameOf(preferred) })}
                onClick={() => onChoose(own.choice, null)}
              >
                <X aria-hidden="true" className="size-4.5" />
              </IconButton>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
