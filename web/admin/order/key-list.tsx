const keys = [
  { keys: ['j', 'k'], text: 'next and previous order' },
  { keys: ['Enter'], text: 'open it' },
  { keys: ['x'], text: 'choose it, for several at once' },
  { keys: ['p'], text: 'pack' },
  { keys: ['o'], text: 'hand over: out for delivery' },
  { keys: ['d'], text: 'delivered' },
  { keys: ['c'], text: 'cancel' },
  { keys: ['/'], text: 'search' },
  { keys: ['m'], text: 'sound on or off' },
  { keys: ['Esc'], text: 'close' },
];

/** The keys of the board, for those who would rather not reach for the mouse. */
export function KeyList() {
  return (
    <details className="board-keys mt-8 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-semibold">
        One key for each step
      </summary>
      <ul className="grid gap-x-6 gap-y-2 px-4 pt-1 pb-4 text-sm sm:grid-cols-2">
        {keys.map(({ keys: names, text }) => (
          <li key={text} className="flex items-center gap-2">
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
            <span className="text-ink-soft">{text}</span>
          </li>
        ))}
      </ul>
      <p className="px-4 pb-4 text-sm text-ink-soft">
        They count for the chosen orders, otherwise for the one that is open or in focus.
      </p>
    </details>
  );
}
