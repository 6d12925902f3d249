import {
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useCombobox,
  useMultipleSelection,
} from 'downshift';
import { Check, ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import './multi-select.css';

/** Something that can be chosen. */
export interface SelectOption {
  id: string;
  name: string;
  /** Said beside the name, such as where it belongs. */
  note?: string | undefined;
}

interface MultiSelectProps {
  label: string;
  choices: readonly SelectOption[];
  /** The ids of what is chosen, in the order of choosing. */
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** How the form finds it, for the focus. */
  name?: string | undefined;
  placeholder?: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/**
 * Chooses several of many: typing searches, Enter or a tap adds and takes away, each choice is a chip that goes when
 * it is pressed, and the left arrow leads from the empty box to the chips. The list stays open while choosing.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, choices, chosen, onChange, placeholder = 'Search…', hint, error } = props;
  const id = useId();
  const menu = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const selectedItems = chosen.map(
    (chosenId) => byId.get(chosenId) ?? { id: chosenId, name: 'No longer there' },
  );
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
    // In a dialog the list may open below what is seen of it.
    if (isOpen) menu.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  return (
    <div className="multi-select">
      <div className="mb-1 flex justify-between gap-3 text-sm">
        <label {...combobox.getLabelProps()} htmlFor={`${id}-input`} className="font-semibold">
          {label}
        </label>
        <span id={`${id}-count`} role="status" className="text-ink-soft tabular-nums">
          {chosen.length > 0 && `${chosen.length} selected`}
        </span>
      </div>
      <div className={`box ${error === undefined ? '' : 'is-wrong'}`}>
        {inPlaces(selectedItems).map(({ choice, index, place }) => (
          <button
            key={place}
            type="button"
            className="chip"
            aria-label={`Take ${choice.name} away`}
            {...getSelectedItemProps({ selectedItem: choice, index })}
            onFocus={() => setActiveIndex(index)}
            onClick={() => removeSelectedItem(choice)}
          >
            <span className="truncate">{choice.name}</span>
            <X aria-hidden="true" className="size-3.5 flex-none" />
          </button>
        ))}
        <input
          {...combobox.getInputProps(
            getDropdownProps({
              preventKeyAction: isOpen && typed !== '',
              id: `${id}-input`,
              name: props.name,
              'aria-invalid': error !== undefined,
              'aria-describedby': `${id}-count${note === undefined ? '' : ` ${id}-note`}`,
              placeholder: chosen.length === 0 ? placeholder : '',
              onFocus: () => setActiveIndex(-1),
              // At once: what is shown a moment later than it was typed eats letters of who types fast.
              onChange: ({ target }) => {
                if (target instanceof HTMLInputElement) setTyped(target.value);
              },
              ...(found.length === 0 && { 'aria-activedescendant': '' }),
            }),
          )}
        />
        <button type="button" {...combobox.getToggleButtonProps()} aria-label="Show all" className="toggle">
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      </div>
      <ul
        {...combobox.getMenuProps({ ref: menu, 'aria-multiselectable': true })}
        className={isOpen && found.length > 0 ? 'menu' : 'hidden'}
      >
        {isOpen &&
          found.map((choice, index) => (
            <li
              key={choice.id}
              {...combobox.getItemProps({ item: choice, index, 'aria-selected': chosen.includes(choice.id) })}
              className={highlightedIndex === index ? 'is-highlighted' : ''}
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
      {isOpen && found.length === 0 && <p className="menu text-ink-soft">Nothing found</p>}
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

type ComboboxChange = UseComboboxStateChangeOptions<SelectOption>;

/** One is rarely enough here: the list stays as it was found, and leaving it chooses nothing. */
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
      // Enter takes the first that was found, but only if something was looked for.
      return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 };
    default:
      return changes;
  }
}

// A chip is known by its place, so that the focus stays there when the one that had it goes.
function inPlaces(choices: readonly SelectOption[]) {
  return choices.map((choice, index) => ({ choice, index, place: `place ${index}` }));
}

// A list of a thousand is scrolled by nobody; typing finds the rest.
const mostShown = 200;

/** What a typed text finds: names that begin with it before names that contain it. */
export function filterOptions(choices: readonly SelectOption[], typed: string): SelectOption[] {
  const wanted = plain(typed);
  if (wanted === '') return choices.slice(0, mostShown);
  const containing = choices.filter(({ name, note = '' }) => plain(`${name} ${note}`).includes(wanted));
  const beginning = containing.filter(({ name }) => plain(name).startsWith(wanted));
  return [...new Set([...beginning, ...containing])].slice(0, mostShown);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
