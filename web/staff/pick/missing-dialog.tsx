import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplacementProposal } from '#contract/picking/picking.ts';
import { formatGrams } from '#contract/picking/weight.ts';
import { callApiOrThrow } from '#web/api/client.ts';
import { queryClient } from '#web/session/query-client.ts';
import { nameOf, t } from '#web/texts/t.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { askShopper, recordFound } from './pick-store.ts';
import { type Line, toOrdered } from './picks.ts';
import { Stepper } from './view-parts.tsx';

const maximumAsked = 3;

/** Products that may replace that of a line. */
function useProposals({ orderId, position, substitution }: Line) {
  return useQuery(
    {
      queryKey: ['replacements', orderId, position],
      queryFn: async ({ signal }) =>
        (await callApiOrThrow('listReplacements', { _id: orderId, position }, { signal })).data,
      enabled: substitution !== 'REFUND',
      staleTime: 0,
    },
    queryClient,
  );
}

const wanted = {
  SIMILAR: t('picking.wantsSimilar'),
  ASK: t('picking.wantsAsk'),
  REFUND: t('picking.wantsRefund'),
};

/** A line of which not all was found: how much, what replaces the rest, and what is left of the product. */
export function MissingDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const { substitution, question, stepGrams, quantity } = line;
  const ordered = toOrdered(line);
  const [found, setFound] = useState(line.found === ordered ? 0 : (line.found ?? 0));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [quantities, setQuantities] = useState<Partial<Record<string, number>>>({});
  const [stock, setStock] = useState<string | null>(null);
  const { data: proposals, isPending, isError } = useProposals(line);
  const missing =
    stepGrams === null ? quantity - found : Math.max(1, Math.round((ordered - found) / stepGrams));
  const quantityOf = ({ productId, stock: left }: ReplacementProposal) =>
    quantities[productId] ?? Math.max(1, Math.min(missing, left));
  const selected = chosen.flatMap((id) => proposals?.find(({ productId }) => productId === id) ?? []);
  // A shopper who wants to be asked has to be asked first.
  const mayReplace =
    substitution === 'SIMILAR' || (question !== null && line.deadline !== null && question.answer === null);
  const mayAsk = substitution !== 'REFUND' && question?.answer == null;
  const stockLeft = stock === null || stock === '' ? undefined : Number(stock);

  function choose(id: string) {
    const others = chosen.filter((other) => other !== id);
    if (others.length < chosen.length) setChosen(others);
    else setChosen([...chosen, id].slice(-maximumAsked));
  }

  const toReplacement = (proposal: ReplacementProposal) => {
    const { productId, name, nameHindi, unit, image } = proposal;
    return { productId, name, nameHindi, unit, image, quantity: quantityOf(proposal) };
  };

  function leaveOut() {
    recordFound(line, { found, stockLeft });
    onClose();
  }

  function replace() {
    const [first] = selected;
    if (first === undefined) return;
    recordFound(line, { found, replacement: toReplacement(first), stockLeft });
    onClose();
  }

  function ask() {
    if (stockLeft !== undefined) recordFound(line, { found, stockLeft });
    askShopper(line, found, selected.map(toReplacement));
    onClose();
  }

  return (
    <Dialog
      title={nameOf(line)}
      onClose={onClose}
      footer={
        <div className="grid gap-2">
          {selected.length === 1 && mayReplace && (
            <Button isWide className="min-h-12" onClick={replace}>
              {t('picking.replace')}
            </Button>
          )}
          {selected.length > 0 && mayAsk && (
            <Button
              isWide
              variant={substitution === 'ASK' ? 'primary' : 'secondary'}
              className="min-h-12"
              onClick={ask}
            >
              {t('picking.ask')}
            </Button>
          )}
          <Button
            isWide
            variant={selected.length === 0 ? 'primary' : 'quiet'}
            className="min-h-12"
            onClick={leaveOut}
          >
            {t('picking.leaveOut')}
          </Button>
        </div>
      }
    >
      <div className="space-y-4">
        {stepGrams === null ? (
          quantity > 1 && (
            <div className="flex items-center justify-between gap-3">
              <span className="font-semibold">{t('picking.found')}</span>
              <Stepper
                label={t('picking.found')}
                value={found}
                minimum={0}
                maximum={quantity - 1}
                text={t('picking.piecesOf', { count: found, all: quantity })}
                onChange={setFound}
              />
            </div>
          )
        ) : (
          <Field
            label={t('picking.weight')}
            hint={t('picking.weightLimits', {
              ordered: formatGrams(ordered),
              most: formatGrams(line.mostGrams ?? ordered),
            })}
            inputMode="numeric"
            autoComplete="off"
            value={String(found)}
            onChange={({ target }) => setFound(Math.min(Number(target.value.replace(/\D/g, '')), ordered))}
          />
        )}
        <p>{wanted[substitution]}</p>
        {substitution !== 'REFUND' && (
          <section aria-label={t('picking.replaceWith')}>
            <h3 className="font-semibold">{t('picking.replaceWith')}</h3>
            {mayAsk && <p className="text-sm text-ink-soft">{t('picking.askAtMost')}</p>}
            {isPending && !isError && <Skeleton className="mt-2 h-40 w-full" />}
            {isError && <p className="mt-2">{t('picking.proposalsOffline')}</p>}
            {proposals?.length === 0 && <p className="mt-2">{t('picking.noProposals')}</p>}
            <ul className="mt-2 space-y-2">
              {proposals?.map((proposal) => (
                <Proposal
                  key={proposal.productId}
                  proposal={proposal}
                  isPreferred={proposal.productId === line.preferredId}
                  place={chosen.indexOf(proposal.productId)}
                  quantity={quantityOf(proposal)}
                  onChoose={() => choose(proposal.productId)}
                  onQuantity={(value) => setQuantities({ ...quantities, [proposal.productId]: value })}
                />
              ))}
            </ul>
          </section>
        )}
        <div className="border-t border-line pt-3">
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-6 flex-none accent-leaf"
              checked={stock !== null}
              onChange={({ target }) => setStock(target.checked ? '0' : null)}
            />
            {t('picking.setStock')}
          </label>
          {stock !== null && (
            <Field
              label={stepGrams === null ? t('picking.stockLeft') : t('picking.stockLeftGrams')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={stock}
              onChange={({ target }) => setStock(target.value.replace(/\D/g, ''))}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface ProposalProps {
  proposal: ReplacementProposal;
  isPreferred: boolean;
  /** Which of the chosen ones it is; -1 if it is not chosen. */
  place: number;
  quantity: number;
  onChoose: () => void;
  onQuantity: (quantity: number) => void;
}

function Proposal({ proposal, isPreferred, place, quantity, onChoose, onQuantity }: ProposalProps) {
  const { unit, image, price, stock, location } = proposal;
  const isChosen = place >= 0;
  return (
    <li
      className={`rounded-md border p-2 ${isChosen ? 'border-leaf bg-leaf-soft' : 'border-line bg-surface'}`}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        className="flex w-full items-center gap-3 text-left"
        onClick={onChoose}
      >
        <span className="flex size-16 flex-none items-center justify-center overflow-hidden rounded-sm bg-tint">
          <Picture
            src={image}
            alt=""
            width={64}
            height={64}
            sizes="64px"
            className="size-full object-contain"
          />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">{nameOf(proposal)}</span>
          <span className="block text-sm text-ink-soft">
            {unit} · ₹{price.toLocaleString('en-IN')} · {t('picking.left', { count: stock })}
            {location !== '' && ` · ${location}`}
          </span>
          {isPreferred && <Chip look="good">{t('picking.preferred')}</Chip>}
        </span>
        {isChosen && (
          <span className="flex size-8 flex-none items-center justify-center rounded-full bg-leaf font-semibold text-on-leaf">
            {place + 1}
          </span>
        )}
      </button>
      {isChosen && (
        <div className="mt-2 flex justify-end">
          <Stepper
            label={nameOf(proposal)}
            value={quantity}
            minimum={1}
            maximum={stock}
            text={t('picking.pieces', { count: quantity })}
            onChange={onQuantity}
          />
        </div>
      )}
    </li>
  );
}
