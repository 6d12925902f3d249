import type { ReactNode } from 'react';
import { useShop } from '#web/base/page-context.ts';
import { LanguageSwitcher } from '#web/storefront/language-switcher.tsx';
import { t } from '#web/texts/t.ts';
import { ThemeSwitcher } from '#web/ui/theme.tsx';

/** Copyright, theme, language and the three social links. Hidden while a list loads more products on scrolling. */
export function Footer() {
  const shop = useShop();
  if (shop === undefined) return null;
  const { contact, legal, name } = shop;
  return (
    <footer className="border-t border-line bg-sunken max-md:[body:has([data-bottom-bar])_&]:pb-[calc(5.5rem+env(safe-area-inset-bottom))] [@media(scripting:enabled)]:[body:has([data-load-more])_&]:hidden">
      <div className="mx-auto flex max-w-(--page-width) flex-wrap items-center justify-between gap-4 px-(--page-gutter) py-6">
        <p className="text-sm text-ink-soft">
          © {name}. {t('shell.rightsReserved')}{' '}
          <a href={`mailto:${contact.email}`} className="inline-flex min-h-6 items-center underline">
            {contact.email}
          </a>{' '}
          {contact.phone && (
            <a href={`tel:${contact.phone}`} className="inline-flex min-h-6 items-center underline">
              {contact.phone}
            </a>
          )}
          <span className="block whitespace-pre-line">{[contact.address, ...legal].join('\n').trim()}</span>
        </p>
        <ThemeSwitcher />
        <LanguageSwitcher />
        <ul className="-mr-2.5 flex gap-1">
          <Social href={contact.facebook} label="Facebook">
            <path
              d="M14.5 8.5h2V5.2h-2.6c-2.6 0-4 1.6-4 4v1.9H7.6v3.2h2.3v6.5h3.3v-6.5h2.6l.5-3.2h-3.1V9.6c0-.7.4-1.1 1.3-1.1Z"
              fill="currentColor"
              stroke="none"
            />
          </Social>
          <Social href={contact.instagram} label="Instagram">
            <rect x="4" y="4" width="16" height="16" rx="4.5" />
            <circle cx="12" cy="12" r="3.6" />
            <path d="M16.6 7.4v.01" />
          </Social>
          <Social href={contact.linkedin} label="LinkedIn">
            <rect x="4" y="4" width="16" height="16" rx="3" />
            <path d="M8.3 11v5M8.3 8.1v.01M11.7 16v-5m0 2.3c0-1.5.9-2.4 2.2-2.4s2.1.9 2.1 2.4V16" />
          </Social>
        </ul>
      </div>
    </footer>
  );
}

function Social({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  if (href === '') return null;
  return (
    <li>
      <a
        href={href}
        rel="noreferrer"
        target="_blank"
        className="flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
      >
        <svg
          viewBox="0 0 24 24"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {children}
        </svg>
        <span className="sr-only">{label}</span>
      </a>
    </li>
  );
}
