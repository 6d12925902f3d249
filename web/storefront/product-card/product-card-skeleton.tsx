import './product-card.css';

/** The geometry of product cards while they are on their way; one word for those who cannot see it. */
export function ProductCardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
    <li className="product-card is-skeleton" key={index} aria-hidden="true">
      <div className="tile" />
      <div className="line" />
      <div className="line is-short" />
      <div className="foot" />
    </li>
  ));
}
