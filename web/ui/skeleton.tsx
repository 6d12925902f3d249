/**
 * A breathing grey shape in place of something that is on its way. Give it the size of what will come, and its
 * corners where they are not those of a card.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  const corners = className.includes('rounded-') ? '' : 'rounded-md';
  return <span aria-hidden="true" className={`block animate-pulse bg-line ${corners} ${className}`} />;
}
