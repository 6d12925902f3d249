import {
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useCombobox,
  useMultipleSelection,
} from 'downshift';
import { Check, ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

export interface SelectOption {
  id: string;
  name: string;
  /** Shown beside the name, such as the parent category. */
  note?: string | undefined;
}

interface MultiSelectProps {
  label: string;
  choices: readonly SelectOption[];
  /** The ids of the selected options, in the order of selection. */
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** The name of the input, by which a form focuses it. */
  name?: string | undefined;
  placeholder?: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/**
 * A combobox for several values: typing filters, Enter or a tap selects and deselects, pressing a chip removes it,
 * and the left arrow moves from the empty input to the chips. The list stays open while selecting.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, choices, chosen, onChange, placeholder = 'Search…', hint, error } = props;
  const id = useId();
  const menu = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const selectedItems = chosen.map((chosenId) => byId.get(chosenId) ?? { id: chosenId, name: 'Deleted' });
  const found = filterOptions(choices, typed);
  const note = error ?? hint;

  function toggle({ id: choiceId }: SelectOption) {
    const rest = chosen.filter((other) => other !== choiceId);
    onChange(rest.length < chosen.length ? rest : [...chosen, choiceId]);
  }

  const { getSelectedItemProps, getDropdownProps, removeSelectedItem, setActiveIndex } = useMultipleSelection(
    {
      selectedItems,
      itemToKey: (choice) => choice?.id,
      onStateChange: ({ selectedItems: next }) => {
        if (next !== undefined) onChange(next.map((choice) => choice.id));
      },
    },
  );
  const combobox = useCombobox<SelectOption>({
    items: found,
    inputValue: typed,
    selectedItem: null,
    itemToString: (choice) => choice?.name ?? '',
    stateReducer: reduceForMany,
    onStateChange({ type, selectedItem, inputValue }) {
      const isTyping = type === useCombobox.stateChangeTypes.InputChange;
      if (inputValue !== undefined && !isTyping) setTyped(inputValue);
      if (selectedItem) toggle(selectedItem);
    },
  });
  const { isOpen, highlightedIndex } = combobox;
  useEffect(() => {
    // In a dialog the list may open below the visible part.
    if (isOpen) menu.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  return (
    <div className="relative">
      <div className="mb-1 flex justify-between gap-3 text-sm">
        <label {...combobox.getLabelProps()} htmlFor={`${id}-input`} className="font-semibold">
          {label}
        </label>
        <span id={`${id}-count`} role="status" className="text-ink-soft tabular-nums">
          {chosen.length > 0 && `${chosen.length} selected`}
        </span>
      </div>
      <div
        className={`relative flex min-h-11 flex-wrap items-center gap-1.5 rounded-md border bg-surface py-1 pr-11 pl-2 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-leaf ${error === undefined ? 'border-line' : 'border-danger'}`}
      >
        {withPositions(selectedItems).map(({ choice, index, position }) => (
          <button
            key={position}
            type="button"
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-leaf-soft pr-2.5 pl-3 text-sm font-semibold text-leaf hover:bg-danger-soft hover:text-danger pointer-coarse:min-h-11"
            aria-label={`Remove ${choice.name}`}
            {...getSelectedItemProps({ selectedItem: choice, index })}
            onFocus={() => setActiveIndex(index)}
            onClick={() => removeSelectedItem(choice)}
          >
            <span className="truncate">{choice.name}</span>
            <X aria-hidden="true" className="size-3.5 flex-none" />
          </button>
        ))}
        <input
          className="min-h-8 min-w-12 flex-[1_1_3rem] bg-transparent pl-1 text-ink outline-none placeholder:text-ink-soft placeholder:opacity-100"
          {...combobox.getInputProps(
            getDropdownProps({
              preventKeyAction: isOpen && typed !== '',
              id: `${id}-input`,
              name: props.name,
              'aria-invalid': error !== undefined,
              'aria-describedby': `${id}-count${note === undefined ? '' : ` ${id}-note`}`,
              placeholder: chosen.length === 0 ? placeholder : '',
              onFocus: () => setActiveIndex(-1),
              // Set synchronously: a controlled input that is updated later loses characters.
              onChange: ({ target }) => {
                if (target instanceof HTMLInputElement) setTyped(target.value);
              },
              ...(found.length === 0 && { 'aria-activedescendant': '' }),
            }),
          )}
        />
        <button
          type="button"
          {...combobox.getToggleButtonProps()}
          aria-label="Show all"
          className={toggleClass}
        >
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      </div>
      <ul
        {...combobox.getMenuProps({ ref: menu, 'aria-multiselectable': true })}
        className={isOpen && found.length > 0 ? `${menuClass} p-1` : 'hidden'}
      >
        {isOpen &&
          found.map((choice, index) => (
            <li
              key={choice.id}
              {...combobox.getItemProps({ item: choice, index, 'aria-selected': chosen.includes(choice.id) })}
              className={`flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 ${highlightedIndex === index ? 'bg-sunken' : ''}`}
            >
              <Check
                aria-hidden="true"
                className={`size-4 flex-none ${chosen.includes(choice.id) ? '' : 'invisible'}`}
              />
              <span className="max-w-3/4 truncate">{choice.name}</span>
              {choice.note !== undefined && (
                <span className="ml-auto min-w-0 flex-1 truncate text-right text-xs text-ink-soft">
                  {choice.note}
                </span>
              )}
            </li>
          ))}
      </ul>
      {isOpen && found.length === 0 && <p className={`${menuClass} p-3 text-ink-soft`}>No results</p>}
      <span role="status" className="sr-only">
        {isOpen && typed !== '' && `${found.length} found`}
      </span>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={`mt-1 text-sm ${error === undefined ? 'text-ink-soft' : 'text-danger'}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}

const menuClass =
  'absolute inset-x-0 z-20 mt-1 max-h-64 overflow-y-auto rounded-md border border-line bg-surface shadow-floating';
// As high as the first row of chips.
const toggleClass =
  'absolute top-0 right-0 inline-flex h-[min(100%,3.25rem)] w-11 items-center justify-center text-ink-soft';

type ComboboxChange = UseComboboxStateChangeOptions<SelectOption>;

/** Keeps the list open and filtered after a selection; leaving the input selects nothing. */
function reduceForMany(state: UseComboboxState<SelectOption>, { type, changes }: ComboboxChange) {
  const { ItemClick, InputKeyDownEnter, InputBlur, InputClick, InputChange } = useCombobox.stateChangeTypes;
  switch (type) {
    case ItemClick:
    case InputKeyDownEnter: {
      const { highlightedIndex, inputValue } = state;
      return { ...changes, isOpen: true, highlightedIndex, inputValue };
    }
    case InputBlur:
      return { ...changes, selectedItem: null, inputValue: '' };
    case InputClick:
      return { ...changes, isOpen: true };
    case InputChange:
      // Enter selects the first result, but only after a text was typed.
      return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
    default:
      return changes;
  }
}

// The key of a chip is its position, so that the focus stays at the position when a chip is removed.
function withPositions(choices: readonly SelectOption[]) {
  return choices.map((choice, index) => ({ choice, index, position: `chip ${index}` }));
}

// Thousands of options would be slow to render; typing finds the others.
const maximumShown = 200;

/** The options that contain the text, those that start with it first. */
export function filterOptions(choices: readonly SelectOption[], typed: string): SelectOption[] {
  const wanted = plain(typed);
  if (wanted === '') return choices.slice(0, maximumShown);
  const containing = choices.filter(({ name, note = '' }) => plain(`${name} ${note}`).includes(wanted));
  const beginning = containing.filter(({ name }) => plain(name).startsWith(wanted));
  return [...new Set([...beginning, ...containing])].slice(0, maximumShown);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
