import { Link } from 'react-router';
import type { CardProduct } from '#web/storefront/product-card/card-product.ts';
import { tintOf } from '#web/storefront/product-card/tint.ts';
import { Picture } from '#web/ui/picture.tsx';

const bannerPictureWidths = '(min-width: 1024px) 13.5rem, (min-width: 768px) 11rem, 7rem';

interface HomeBannerProps {
  /** Where the button leads; null while there is nothing to buy. */
  startPath: string | null;
  /** Their pictures stand beside the words. */
  products: readonly CardProduct[];
}

/** The promise of the shop, and the way into it. */
export function HomeBanner({ startPath, products }: HomeBannerProps) {
  return (
    <section className="banner" aria-labelledby="banner-heading">
      <div className="banner-words">
        <p className="banner-promise">10 Min delivery</p>
        <h1 id="banner-heading">Fresh groceries, at your door in 10 minutes</h1>
        <p className="banner-more">5000+ products at everyday prices. Delivery is free.</p>
        {startPath !== null && (
          <Link className="start" to={startPath} prefetch="intent">
            Start shopping
          </Link>
        )}
      </div>
      <div className="banner-pictures" aria-hidden="true">
        {products.map(({ _id, image, hue }, index) => (
          <span className="tile" key={_id} style={tintOf(hue)}>
            <Picture
              src={image}
              alt=""
              width={320}
              height={320}
              sizes={bannerPictureWidths}
              isEager={index === 0}
            />
          </span>
        ))}
      </div>
    </section>
  );
}
