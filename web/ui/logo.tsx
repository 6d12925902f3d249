/** The basket of the logo. Decorative: the name is beside it. */
export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M16 9c0-4 2.6-6.6 7.2-6.8C23.4 6.7 20.6 9.2 16 9Z" className="fill-marigold" />
      <path
        d="M9.4 13.6 13 7.5M22.6 13.6 19 7.5"
        className="stroke-leaf"
        strokeWidth="2.4"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M4.6 12.5h22.8c1.1 0 1.9 1 1.7 2.1l-2 10.9a4 4 0 0 1-3.9 3.3H8.8a4 4 0 0 1-3.9-3.3l-2-10.9c-.2-1.1.6-2.1 1.7-2.1Z"
        className="fill-leaf"
      />
      <path
        d="M11 17.4v6.4M16 17.4v6.4M21 17.4v6.4"
        className="stroke-surface"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
