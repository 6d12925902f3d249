import { useCombobox, useMultipleSelection } from 'downshift';
import { Check, ChevronDown, X } from 'lucide-react';
import { useId, useState } from 'react';
import './multi-select.css';

/** Something that can be chosen. */
export interface Choice {
  id: string;
  name: string;
  /** Said beside the name, such as where it belongs. */
  note?: string | undefined;
}

interface MultiSelectProps {
  label: string;
  choices: readonly Choice[];
  /** The ids of what is chosen, in the order of choosing. */
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  placeholder?: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/**
 * Chooses several of many: typing searches, Enter or a tap adds and takes away, each choice is a chip with a cross,
 * and Backspace in the empty box goes to the last chip. The list stays open while choosing.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, choices, chosen, onChange, placeholder = 'Search…', hint, error } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const selectedItems = chosen.map(
    (chosenId) => byId.get(chosenId) ?? { id: chosenId, name: 'No longer there' },
  );
  const found = foundChoices(choices, typed);
  const note = error ?? hint;

  function toggle({ id: choiceId }: Choice) {
    const rest = chosen.filter((other) => other !== choiceId);
    onChange(rest.length < chosen.length ? rest : [...chosen, choiceId]);
  }

  const { getSelectedItemProps, getDropdownProps } = useMultipleSelection({
    selectedItems,
    itemToKey: (choice) => choice?.id,
    onStateChange: ({ selectedItems: next }) => {
      if (next !== undefined) onChange(next.map((choice) => choice.id));
    },
  });
  const combobox = useCombobox<Choice>({
    items: found,
    inputValue: typed,
    selectedItem: null,
    itemToString: (choice) => choice?.name ?? '',
    stateReducer(state, { type, changes }) {
      const { ItemClick, InputKeyDownEnter } = useCombobox.stateChangeTypes;
      // More than one is usual here: the list stays as it was found.
      if (type === ItemClick || type === InputKeyDownEnter)
        return {
          ...changes,
          isOpen: true,
          highlightedIndex: state.highlightedIndex,
          inputValue: state.inputValue,
        };
      return changes;
    },
    onStateChange({ type, selectedItem, inputValue }) {
      if (type === useCombobox.stateChangeTypes.InputChange) setTyped(inputValue ?? '');
      if (type === useCombobox.stateChangeTypes.InputBlur) setTyped('');
      if (selectedItem) toggle(selectedItem);
    },
  });

  return (
    <div className="multi-select">
      <label {...combobox.getLabelProps()} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <div className={`box ${error === undefined ? '' : 'is-wrong'}`}>
        {selectedItems.map((choice, index) => (
          <span
            key={choice.id}
            className="chip"
            {...getSelectedItemProps({
              selectedItem: choice,
              index,
              role: 'button',
              'aria-label': `${choice.name}, chosen. Press Delete to take it away.`,
            })}
          >
            {choice.name}
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Take ${choice.name} away`}
              onClick={(event) => {
                event.stopPropagation();
                toggle(choice);
              }}
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          </span>
        ))}
        <input
          {...combobox.getInputProps(
            getDropdownProps({
              preventKeyAction: combobox.isOpen && typed !== '',
              'aria-invalid': error !== undefined,
              'aria-describedby': note === undefined ? undefined : `${id}-note`,
              placeholder: chosen.length === 0 ? placeholder : '',
            }),
          )}
        />
        <button
          type="button"
          {...combobox.getToggleButtonProps()}
          aria-label={`Show all: ${label}`}
          className="toggle"
        >
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      </div>
      <ul {...combobox.getMenuProps()} className={combobox.isOpen ? 'menu' : 'hidden'}>
        {combobox.isOpen &&
          found.map((choice, index) => (
            <li
              key={choice.id}
              {...combobox.getItemProps({ item: choice, index, 'aria-selected': chosen.includes(choice.id) })}
              className={combobox.highlightedIndex === index ? 'is-highlighted' : ''}
            >
              <Check
                aria-hidden="true"
                className={`size-4 ${chosen.includes(choice.id) ? '' : 'invisible'}`}
              />
              <span className="min-w-0 flex-1 truncate">{choice.name}</span>
              {choice.note !== undefined && (
                <span className="truncate text-xs text-ink-soft">{choice.note}</span>
              )}
            </li>
          ))}
        {combobox.isOpen && found.length === 0 && <li className="text-ink-soft">Nothing found</li>}
      </ul>
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

// A list of a thousand is scrolled by nobody; typing finds the rest.
const mostShown = 200;

/** What a typed text finds: names that begin with it before names that contain it. */
export function foundChoices(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = plain(typed);
  if (wanted === '') return choices.slice(0, mostShown);
  const containing = choices.filter(({ name, note = '' }) => plain(`${name} ${note}`).includes(wanted));
  const beginning = containing.filter(({ name }) => plain(name).startsWith(wanted));
  return [...new Set([...beginning, ...containing])].slice(0, mostShown);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
