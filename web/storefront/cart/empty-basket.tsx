/** The illustration of empty carts and lists. */
export function EmptyBasket() {
  return (
    <svg viewBox="0 0 200 150" className="h-36 w-auto" aria-hidden="true">
      <ellipse cx="100" cy="138" rx="74" ry="8" className="fill-sunken" />
      <path
        d="M62 62 84 20M138 62l-22-42"
        className="stroke-marigold"
        strokeWidth="7"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M28 60h144l-15 66a10 10 0 0 1-10 8H53a10 10 0 0 1-10-8z"
        className="fill-leaf-soft stroke-leaf"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M20 56a6 6 0 0 1 6-6h148a6 6 0 0 1 0 14H26a6 6 0 0 1-6-8z" className="fill-leaf" />
      <path
        d="M66 80v38M89 80v38M112 80v38M135 80v38M40 98h120"
        className="stroke-leaf"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".45"
      />
    </svg>
  );
}
