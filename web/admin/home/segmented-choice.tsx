interface SegmentedChoiceProps<Value extends string> {
  /** What is chosen, for those who hear it. */
  legend: string;
  /** Tells it from other choices on the page. */
  name: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** One of a few, side by side; arrow keys go from one to the next. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { legend, name, choices, value: chosen, onChoose } = props;
  return (
    <fieldset className="flex rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="relative">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
          />
          <span className="pointer-events-none relative flex min-h-10 items-center rounded-[0.625rem] px-3 text-sm font-semibold text-ink-soft peer-checked:bg-surface peer-checked:text-ink peer-checked:shadow-raised">
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
