/** A breathing grey shape in place of something that is on its way. Give it the size of what will come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-md bg-line ${className}`} />;
}
