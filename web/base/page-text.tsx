import type { TextBlock } from '#contract/store/page-text.ts';

/** A text of the staff: headings, paragraphs, lists and links. Its first heading is below the title of the page. */
export function PageText({ blocks }: { blocks: readonly TextBlock[] }) {
  return blocks.map(({ kind, items }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other identity than its place
    const texts = items.map((runs, position) => <Runs key={`${position}`} runs={runs} />);
    const key = `${index}`;
    switch (kind) {
      case 'heading':
        return (
          <h2 key={key} className="pt-3 text-lg">
            {texts}
          </h2>
        );
      case 'subheading':
        return (
          <h3 key={key} className="pt-2 font-semibold">
            {texts}
          </h3>
        );
      case 'bullets':
        return (
          <ul key={key} className="list-disc space-y-1 pl-6">
            {texts.map((text) => (
              <li key={text.key}>{text}</li>
            ))}
          </ul>
        );
      case 'numbers':
        return (
          <ol key={key} className="list-decimal space-y-1 pl-6">
            {texts.map((text) => (
              <li key={text.key}>{text}</li>
            ))}
          </ol>
        );
      default:
        return (
          <p key={key} className="whitespace-pre-line">
            {texts}
          </p>
        );
    }
  });
}

function Runs({ runs }: { runs: TextBlock['items'][number] }) {
  return runs.map(({ text, isStrong, isEmphasis, href }, index) => {
    const className = `${isStrong ? 'font-semibold' : ''} ${isEmphasis ? 'italic' : ''}`;
    const key = `${index}`;
    if (href === null)
      return (
        <span key={key} className={className}>
          {text}
        </span>
      );
    return (
      <a
        key={key}
        href={href}
        rel="noreferrer"
        className={`text-leaf underline underline-offset-4 ${className}`}
      >
        {text}
      </a>
    );
  });
}
