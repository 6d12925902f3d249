import type { Product } from '#contract/product.ts';

/** Description, unit and every extra detail as a label and a value (specification section 2). */
export function ProductDetails({ product }: { product: Product }) {
  const { description, unit, more_details } = product;
  return (
    <section className="details" aria-labelledby="details-heading">
      <h2 id="details-heading">Product details</h2>
      <dl>
        {description !== '' && <Detail label="Description" value={description} />}
        <Detail label="Unit" value={unit} />
        {Object.entries(more_details).map(([label, value]) => (
          <Detail key={label} label={label} value={value} />
        ))}
      </dl>
    </section>
  );
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
