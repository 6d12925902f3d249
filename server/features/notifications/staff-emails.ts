import { button, type EmailContent, paragraph, type ShopIdentity } from './email-layout.ts';
import type { Email } from './notifications.service.ts';

export function lowStockEmail(
  { count, products }: Extract<Email, { kind: 'low-stock' }>,
  shop: ShopIdentity,
): EmailContent {
  const subject = count === 1 ? '1 product is low in stock' : `${count} products are low in stock`;
  const more = count - products.length;
  return {
    subject: `${shop.name}: ${subject}`,
    first: `${subject}.`,
    parts: [
      ...products.map(({ name, unit, stock }) =>
        paragraph(`${name}, ${unit}: ${stock === 0 ? 'out of stock' : `${stock} left`}`),
      ),
      ...(more > 0 ? [paragraph(`And ${more} more.`)] : []),
      button('See the products', `${shop.url}/dashboard/product?stock=low`),
      paragraph('This email is sent each morning. The settings of the store switch it off.'),
    ],
  };
}
