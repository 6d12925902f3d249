import { BadgePercent, Bike, ShoppingBasket } from 'lucide-react';

const blurbs = [
  {
    Icon: Bike,
    title: 'Superfast delivery',
    words: 'Your order at your door in 10 minutes, from a shop around the corner.',
  },
  {
    Icon: BadgePercent,
    title: 'Best prices & offers',
    words: 'Straight from the makers, with offers on what you buy every week.',
  },
  {
    Icon: ShoppingBasket,
    title: 'Wide assortment',
    words: 'Choose from 5000+ products: fresh food, pantry, home and care.',
  },
] as const;

/** What the shop promises on every product page (specification section 1). */
export function Blurbs() {
  return (
    <section className="blurbs" aria-labelledby="blurbs-heading">
      <h2 id="blurbs-heading">Why shop here</h2>
      <ul>
        {blurbs.map(({ Icon, title, words }) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
