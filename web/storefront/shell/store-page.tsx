import { type LoaderFunctionArgs, type MetaArgs, type MetaDescriptor, useLoaderData } from 'react-router';
import { findStorePage } from '#contract/store/store-page-names.ts';
import { notFound, pageContext, useShop } from '#web/base/page-context.ts';
import { PageText } from '#web/base/page-text.tsx';
import { getShop, pageMeta, pageTitles } from '#web/storefront/page-meta.ts';
import { language, t } from '#web/texts/t.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  if (params.page === 'contact') return { page: null, blocks: [] };
  const { call } = context.get(pageContext);
  const page = findStorePage(params.page);
  if (page === null) throw notFound();
  const blocks = await call(
    'getStorePage',
    { page },
    { select: ({ data }) => (language === 'hi' ? data.hindi : data.english) },
  );
  return { page, blocks };
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { page } = loaderData;
  const shop = getShop(matches);
  const title = pageTitles[page ?? 'contact'];
  const description = t('shell.pageOfShop', { title, shop: shop.name });
  const path = `/page/${page ?? 'contact'}`;
  return pageMeta({ title: `${title} · ${shop.name}`, description, shop, path });
}

/** `/page/…`: a text of the staff, or the seller and the grievance officer. */
export default function StorePage() {
  const { page, blocks } = useLoaderData<typeof loader>();
  return (
    <article className="max-w-3xl space-y-3 py-6">
      <h1 className="text-xl">{pageTitles[page ?? 'contact']}</h1>
      {page === null ? <Seller /> : <PageText blocks={blocks} />}
    </article>
  );
}

/** What rules 4(2), 4(4) and 4(5) of the Consumer Protection (E-Commerce) Rules, 2020, ask for. */
function Seller() {
  const shop = useShop();
  if (shop === undefined) return null;
  const { name, contact, legal, seller } = shop;
  const { officerName, officerDesignation, officerEmail, officerPhone } = seller;
  return (
    <>
      <p className="whitespace-pre-line">
        {[seller.legalName || name, contact.address, ...legal].filter((line) => line !== '').join('\n')}
      </p>
      <Contact email={contact.email} phone={contact.phone} />
      {officerName !== '' && (
        <>
          <h2 className="pt-3 text-lg">{t('shell.grievanceOfficer')}</h2>
          <p>
            {officerName}, {officerDesignation}
          </p>
          <Contact email={officerEmail} phone={officerPhone} />
          <p>{t('shell.grievancePeriods')}</p>
        </>
      )}
    </>
  );
}

const linkClass = 'inline-flex min-h-11 items-center text-leaf underline underline-offset-4';

function Contact({ email, phone }: { email: string; phone: string }) {
  return (
    <p className="flex flex-wrap gap-x-6">
      {email !== '' && (
        <a href={`mailto:${email}`} className={linkClass}>
          {email}
        </a>
      )}
      {phone !== '' && (
        <a href={`tel:${phone}`} className={linkClass}>
          {phone}
        </a>
      )}
    </p>
  );
}
